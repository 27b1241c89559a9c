import type { common } from './en/common.ts'

/** The texts of each page, by the page: every file of `en/`. */
export type Pages = typeof import('./en/arrivals.ts') &
  typeof import('./en/bookings.ts') &
  typeof import('./en/calendar.ts') &
  typeof import('./en/campgrounds.ts') &
  typeof import('./en/closures.ts') &
  typeof import('./en/coupons.ts') &
  typeof import('./en/customers.ts') &
  typeof import('./en/money.ts') &
  typeof import('./en/orders.ts') &
  typeof import('./en/packing.ts') &
  typeof import('./en/products.ts') &
  typeof import('./en/settings.ts') &
  typeof import('./en/sign-in.ts') &
  typeof import('./en/stock.ts') &
  typeof import('./en/team.ts') &
  typeof import('./en/today.ts') &
  typeof import('./en/webhooks.ts')

/** The keys, with any texts. */
type Catalogue<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Catalogue<T[Key]> }

/** The keys of a language without a singular. */
type WithoutOne<T> = {
  readonly [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : WithoutOne<T[Key]>
}

/** The pages of the console. */
export type PageId = Exclude<keyof Pages, 'signIn'>

/** All texts of a language. */
export type Texts = Catalogue<typeof common & Pages>

/** All texts in Chinese. They are declared by this type, so that none is missing. */
export type ChineseTexts = WithoutOne<typeof common & Pages>

/** The texts of the files of a language; the common ones are beside those of the pages. */
export function catalogueOf(files: Readonly<Record<string, object>>): Texts {
  const { common, ...pages } = Object.assign({}, ...Object.values(files))
  return { ...common, ...pages }
}
