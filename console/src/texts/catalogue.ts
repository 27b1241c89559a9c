import type { common } from './en/common.ts'

/** The texts of each page: every file of `en/` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: files add to an interface, not to a type
export interface Pages {}

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
