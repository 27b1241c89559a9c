import { arrivals } from './en/arrivals.ts'
import { bookings } from './en/bookings.ts'
import { calendar } from './en/calendar.ts'
import { closures } from './en/closures.ts'
import { common } from './en/common.ts'
import { coupons } from './en/coupons.ts'
import { customers } from './en/customers.ts'
import { money } from './en/money.ts'
import { orders } from './en/orders.ts'
import { packing } from './en/packing.ts'
import { products } from './en/products.ts'
import { signIn } from './en/sign-in.ts'
import { stock } from './en/stock.ts'
import { team } from './en/team.ts'
import { today } from './en/today.ts'
import { webhooks } from './en/webhooks.ts'

/** All texts in English. The other catalogues have the same keys. */
export const texts = {
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

/** The keys, with any texts. */
type Catalogue<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Catalogue<T[Key]> }
export type Texts = Catalogue<typeof texts>
