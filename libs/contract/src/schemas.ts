import { type PlainDate, parsePlainDate } from '@campstore/dates/plain-date'
import { type Money, moneyPattern } from '@campstore/money/money'
import { z } from 'zod'

/** Money in an answer: a decimal string with two fraction digits. */
export const moneySchema = z
  .string()
  .regex(moneyPattern, 'must be an amount with two fraction digits') as unknown as z.ZodType<Money, Money>

/** A text as PostgreSQL can store it: without NUL and halves of surrogate pairs, which become U+FFFD. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** An id in a path: any text. One that cannot be stored names nothing, like any other unknown id. */
export const pathIdSchema = z.string().transform(storable)

/** An opaque id in a body or query: one that cannot exist is answered like one that does not (decisions.md, 2). */
export const idSchema = z.string().min(1).transform(storable)

/** A date in an answer or a filter: a real calendar date. */
export const dateSchema = z.string().refine(text => parsePlainDate(text) !== undefined, 'must be a date, YYYY-MM-DD')

/** A date in a filter, as a {@link PlainDate}. */
export const plainDateSchema = dateSchema as unknown as z.ZodType<PlainDate, string>

/** A point in time in an answer: ISO 8601 in UTC with milliseconds. */
export const timestampSchema = z.iso.datetime({ precision: 3 })

/** A positive count that fits the database's integer. */
export const quantitySchema = z.int().positive().max(2_147_483_647)

/**
 * Idempotency key of both checkouts: 1 to 128 characters (decisions.md, 5). Half a character cannot be stored as it is, and
 * two keys must not become one.
 */
export const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(128)
  .refine(key => !key.includes('\0') && key.isWellFormed(), 'must be whole characters without NUL')

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)

/** Paging of every list: `page` from 0, `size` 1 to 100, default 20 (interface.md, Limits). */
export const pagingFields = { page: wholeNumber(0, 999_999_999, 0), size: wholeNumber(1, 100, 20) }

/** For an array whose elements must not share the value of a field. */
export const noRepeats = (field: string) => (items: readonly unknown[], ctx: z.RefinementCtx) => {
  const seen = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    const value = (item as Record<string, unknown>)[field]
    if (seen.has(value)) ctx.addIssue({ code: 'custom', message: 'repeats an earlier one', path: [index, field] })
    seen.add(value)
  }
}

/** A whole request holds at most this many lines; capacity and stock rules make larger ones meaningless. */
export const maxLines = 100

/** Paging and nothing else. */
export const pagingQuerySchema = z.object(pagingFields)
