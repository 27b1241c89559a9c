import { createHash } from 'node:crypto'
import lists from '../data/admin-lists.json' with { type: 'json' }

/** Numbers and letters that `administration.sql` makes the rows of. */
export const administered = {
  tags: 5,
  campgrounds: 25,
  regions: 5,
  /** The frequent ones first. */
  family_names: '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周',
  given_letters: '家志淑美俊雅怡建文明宗惠秀英偉芳玉婷君豪佳穎哲宏冠宇欣瑋柏翰承恩詠晴子涵品妍睿安',
}

/** The admin lists that grow with the system, and what their ids are made of. */
const rowOf = { bookings: 'booking', orders: 'order', customers: 'member' } as const

/** One of these lists. */
export type ListName = keyof typeof rowOf

/** Numbers of rows that are in both databases. */
const some = [4711, 815, 9001, 123, 6789, 2718, 3141, 7777]

/** Two letters that some given name is: about one customer in 1,600 has it. */
const letters = administered.given_letters
const givenNames = some.map(n => `${letters[n % letters.length]}${letters[(n * 7 + 3) % letters.length]}`)

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** The end of an id, as people copy it: no other row has it. */
const endOfId = (row: string, n: number): string => createHash('md5').update(`${row}${n}`).digest('hex').slice(-12)

/** The values of `{...}` in a query: those of a name, some ranges of days over the last three years, or the words itself. */
function valuesOf(words: string, list: ListName): string[] {
  const [, field, days] = /^(\w+) (\d+) days?$/.exec(words) ?? []
  if (days !== undefined)
    return [100, 200, 300, 400, 500].map(ago => `${field}From=${day(ago)}&${field}To=${day(ago - Number(days) + 1)}`)
  const named: Record<string, string[]> = {
    campground: numbered('camp-', administered.campgrounds),
    tag: numbered('tag-', administered.tags),
    givenName: givenNames,
    fullName: givenNames.map((name, index) => `${administered.family_names[index]}${name}`),
    endOfId: some.map(n => endOfId(rowOf[list], n)),
  }
  return named[words] ?? words.split(',')
}

/** All queries of a list, each with its values, which take turns so that not one page is always cached. */
export const listQueries = (list: ListName): { name: string; queries: readonly string[] }[] =>
  Object.entries({ ...lists.all, ...lists[list] }).map(([name, template]) => {
    const braces = /\{(.*)\}/.exec(template)
    const queries = braces
      ? valuesOf(braces[1] ?? '', list).map(value => template.replace(braces[0], value))
      : [template]
    return { name, queries }
  })
