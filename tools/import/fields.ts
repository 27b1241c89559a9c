import { discountRatePattern } from '@campstore/contract/booking/bounds'
import { isText } from '@campstore/contract/text'
import { moneyPattern } from '@campstore/core/money'
import { parsePlainDate } from '@campstore/core/plain-date'
import { z } from 'zod'

const largestInteger = 2_147_483_647

/** An id of an imported record (docs/contract/conventions.md#identifiers). */
export const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .describe('1 to 64 of A-Z, a-z, 0-9, _ and -')

/** A text that is not empty. */
export const text = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine(value => value.trim() !== '', 'must not be blank')
    .refine(isText, 'has a character that cannot be stored')

/** An optional text. */
export const optionalText = (longest: number) => text(longest).nullable().default(null)

/** An amount of TWD as the contract writes it. */
export const money = z
  .string()
  .regex(moneyPattern, 'must be an amount with two fraction digits in a string, like "1200.00"')
  .describe('TWD, two fraction digits, in a string')

/** A listing's discount (docs/contract/limits.md#limits). */
export const discountRate = z
  .string()
  .regex(discountRatePattern, 'must be from "0.00" to "0.30", two fraction digits, in a string')
  .default('0.00')
  .describe('share that is taken off, "0.00" to "0.30"')

/** A real calendar date. */
export const date = z.iso
  .date({ error: 'must be a date that exists, YYYY-MM-DD', abort: true })
  .refine(value => parsePlainDate(value) !== undefined, 'must be a date that exists, YYYY-MM-DD')

/** A point in time with any offset. */
export const timestamp = z.iso.datetime({
  offset: true,
  error: 'must be a time with its zone, like 2026-11-20T08:00:00Z',
})

/** A whole number that the database's integer holds. */
export const whole = (least: number, greatest = largestInteger) => z.int().min(least).max(greatest)

/** Whether a record is in use, which it is by default. */
export const active = z.boolean().default(true).describe('false takes it out of use without removing it')
