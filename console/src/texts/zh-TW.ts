import type { Texts } from './en.ts'
import { arrivals } from './zh-TW/arrivals.ts'
import { bookings } from './zh-TW/bookings.ts'
import { calendar } from './zh-TW/calendar.ts'
import { closures } from './zh-TW/closures.ts'
import { common } from './zh-TW/common.ts'
import { coupons } from './zh-TW/coupons.ts'
import { customers } from './zh-TW/customers.ts'
import { money } from './zh-TW/money.ts'
import { orders } from './zh-TW/orders.ts'
import { packing } from './zh-TW/packing.ts'
import { products } from './zh-TW/products.ts'
import { signIn } from './zh-TW/sign-in.ts'
import { stock } from './zh-TW/stock.ts'
import { team } from './zh-TW/team.ts'
import { today } from './zh-TW/today.ts'
import { webhooks } from './zh-TW/webhooks.ts'

/** All texts in Traditional Chinese. */
export const texts: Texts = {
  ...common,
  signIn,
  today,
  arrivals,
  bookings,
  calendar,
  closures,
  packing,
  orders,
  stock,
  products,
  coupons,
  customers,
  money,
  team,
  webhooks,
}
