import { type Money, moneyPattern } from '@campstore/core/money'
import { type PlainDate, parsePlainDate } from '@campstore/core/plain-date'
import { z } from 'zod'
import { text } from './text.ts'
import { issue } from './texts/text.ts'

/** An object with these fields and no others. */
export const objectOf = <Fields extends z.ZodRawShape>(description: string, fields: Fields) =>
  z.strictObject(fields).describe(description)

/** A list of objects with these fields and no others. */
export const objectsOf = <Fields extends z.ZodRawShape>(description: string, fields: Fields) =>
  z.array(z.strictObject(fields)).describe(description)

/** A schema with its description, and an example in place of the one for its type. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema =>
  schema.meta({ description, examples: [example] })

/** Money in a response: a decimal string with two fraction digits. */
export const moneySchema = z
  .string()
  .regex(moneyPattern, issue('must.beMoney'))
  .meta({ title: 'money' }) as unknown as z.ZodType<Money, Money>

/** An id in a path. Every text is accepted: an invalid id is 404, like an unknown one. */
export const pathIdSchema = text()

/** An opaque id in a body or query: an id that cannot exist is 404, like an unknown one (docs/contract/conventions.md#identifiers). */
export const idSchema = text().min(1)

/** A date in a response or a filter: a real calendar date. */
export const dateSchema = z
  .string()
  .refine(text => parsePlainDate(text) !== undefined, issue('must.beDate'))
  .meta({ title: 'date' })

/** A date in a filter, as a {@link PlainDate}. */
export const plainDateSchema = dateSchema as unknown as z.ZodType<PlainDate, string>

/** A point in time in a response: ISO 8601 in UTC with milliseconds. */
export const timestampSchema = z.iso.datetime({ precision: 3 }).meta({ title: 'timestamp' })

/** A point in time that PostgreSQL can store: in the years 1 to 9999 in UTC, with any offset. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine(instant => isOfFourDigitYear(new Date(instant)), issue('must.beInCalendar'))
  .meta({ title: 'timestamp' })

function isOfFourDigitYear(instant: Date): boolean {
  if (Number.isNaN(instant.getTime())) return false
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** The largest integer of the database. */
const largestInteger = 2_147_483_647

/** A positive count that fits the database's integer. */
export const quantitySchema = z.int().positive().max(largestInteger)

/** A whole number of a body that fits the database's integer. */
export const wholeInput = (least: number, greatest = largestInteger) => z.int().min(least).max(greatest)

/** Idempotency key of both checkouts (docs/contract/conventions.md#idempotency). */
export const idempotencyKeySchema = text()
  .min(1)
  .max(128)
  .describe(
    'Key of this request, also accepted as the header `idempotency-key`: repeating the same request with the same key returns the first response',
  )

/** A field of a request that may be left out, which is the same as null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform(value => value ?? null)

/** A filter by a name: blank means absent. */
export const nameFilter = text()
  .optional()
  .transform(name => name?.trim() || undefined)

/** A whole number in a query. */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, issue('must.beInWholeNumbers'))
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)
    .meta({ title: 'integer' })

/** Paging of every list: `page` from 0, `size` 1 to 100, default 20 (docs/contract/conventions.md#paging). */
export const pagingFields = {
  page: wholeNumber(0, 999_999_999, 0).describe('Number of the page, from 0. Default `0`'),
  size: wholeNumber(1, 100, 20).describe('Elements on a page, 1 to 100. Default `20`'),
}

/** Whether a list has each value once. */
export const distinct = (values: readonly (string | number)[]): boolean => new Set(values).size === values.length

/** Refinement of an array: no two elements have the same value of a field. */
export const noRepeats = (field: string) => (items: readonly unknown[], ctx: z.RefinementCtx) => {
  const seen = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    const value = (item as Record<string, unknown>)[field]
    if (seen.has(value)) ctx.addIssue({ code: 'custom', message: issue('must.notRepeatValue'), path: [index, field] })
    seen.add(value)
  }
}

/** Most lines of a request; more is a mistake or an attack (docs/contract/booking.md#checkout). */
export const maxLines = 100

/** Query of a list with paging only. */
export const pagingQuerySchema = z.object(pagingFields)

/** The booking or order that something is about. */
export const targetOf = (description: string, id = 'Booking or order id; it need not exist') =>
  objectOf(description, { kind: z.enum(['booking', 'order']).describe('Kind of target'), id: z.string().describe(id) })

/** Time until the deadline of a hold in a checkout session, for a countdown that needs no right clock. */
export const secondsLeftSchema = described(
  z.int().min(0),
  'Whole seconds until the hold ends, when the response was sent; 0 once it is over, or cannot end',
  840,
)
