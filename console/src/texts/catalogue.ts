import { arrivals } from './arrivals.ts'
import { bookings } from './bookings.ts'
import { calendar } from './calendar.ts'
import { campgrounds } from './campgrounds.ts'
import { closures } from './closures.ts'
import { common } from './common.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { money } from './money.ts'
import { orders } from './orders.ts'
import { packing } from './packing.ts'
import { products } from './products.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { stock } from './stock.ts'
import { team } from './team.ts'
import type { TextsOf } from './text.ts'
import { today } from './today.ts'
import { webhooks } from './webhooks.ts'

/** The texts of each page, by the page. */
const pages = {
  arrivals,
  bookings,
  calendar,
  campgrounds,
  closures,
  coupons,
  customers,
  money,
  orders,
  packing,
  products,
  settings,
  signIn,
  stock,
  team,
  today,
  webhooks,
}

/** All texts; the common ones are beside those of the pages. */
export const catalogue = { ...common, ...pages }

/** The pages of the console. */
export type PageId = Exclude<keyof typeof pages, 'signIn'>

/** All texts of a language. */
export type Texts = TextsOf<typeof catalogue>
