import { type Money, money } from '@campstore/core/money'
import { z } from 'zod'
import { dateSchema, instantSchema, pagingFields } from '../schemas.ts'
import { invisible, shown, text } from '../text.ts'
import { issue } from '../texts/text.ts'

/** A text that an administrator writes: trimmed, and something in it is visible. */
export const textInput = (max: number) => text().overwrite(shown).min(1).max(max)

/** Fields in which staff write in their own words, so that they may name a person: masked as personal data in the audit log. */
export const freeTextFields = ['reason', 'note', 'text', 'statusReason', 'decisionNote', 'withdrawalReason'] as const

/** A code or SKU, unique as look-ups compare it (docs/contract/conventions.md#texts-for-look-up). */
export const codeInput = (max: number) =>
  textInput(max).refine(code => !invisible.test(code), issue('must.haveNoInvisible'))

/** Body of a staff cancellation (docs/contract/admin.md#staff-cancel). */
export const cancelBodySchema = z.strictObject({ reason: textInput(200).describe('Why; stored in the status history') })

/** An amount that an administrator writes: a decimal string with at most two fraction digits. */
export const moneyInput = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, issue('must.beAmountLike'))
  .transform((amount): Money => money(amount))
  .meta({ title: 'money' })

/** An amount above 0.00. */
export const positiveMoneyInput = moneyInput.refine(
  amount => Number(amount) > 0,
  issue('must.beMoreThan', { limit: 0 }),
)

/**
 * The permission to give back another amount than the rule's own (docs/contract/admin.md#the-amount-of-a-refund), or to keep the price of a
 * stay that costs more.
 */
export const givesAnyAmount = 'payments.edit'

/** Body of a staff cancellation of a paid booking or order (docs/contract/admin.md#cancel-with-a-refund). */
export const cancelPaidBodySchema = z.strictObject({
  reason: textInput(200).describe('Why; stored in the status history, and the reason of the refund'),
  refundAmount: moneyInput
    .optional()
    .describe(
      'Amount to give back, from 0.00 to what is left of the amount paid; default is all of that, and anything else needs `payments.edit`',
    ),
})
export type CancelPaidBody = z.output<typeof cancelPaidBodySchema>

/** Body of a refund that staff open for something that stays as it is (docs/contract/admin.md#refunds). */
export const openRefundBodySchema = z.strictObject({
  amount: positiveMoneyInput.describe('Amount to give back, above 0.00 and at most what is left of the amount paid'),
  reason: textInput(200).describe('Why; stored in the status history, and the reason of the refund'),
})

/** `q` of a list: a part of a text, as look-ups compare it; blank means absent (docs/contract/admin.md#search). */
export const searchFilter = text()
  .max(200)
  .optional()
  .transform(words => words?.trim() || undefined)
  .describe('Text to search for; blank means absent')

/** A filter by one value. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) => z.enum(values).optional()

/** A filter by one or more values: the parameter may be repeated. */
export const someOf = <Value extends z.ZodType>(value: Value) =>
  z.union([value.transform(single => [single]), z.array(value)]).optional()

/** A filter by an id: an unknown one finds nothing. */
export const idFilter = text().optional()

/** `true` or `false`. */
export const yesOrNo = z
  .enum(['true', 'false'])
  .transform(text => text === 'true')
  .optional()

/** How a list is sorted: by one field, ties by id in the same direction. */
export type Sort<Field extends string> = { by: Field; direction: 'asc' | 'desc' }

/** `sort=field,asc|desc` over some fields; an unknown one is refused (docs/contract/admin.md#lists). */
export function sortedBy<const Field extends string>(
  fields: readonly [Field, ...Field[]],
  fallback: `${Field},${'asc' | 'desc'}`,
) {
  const values = fields.flatMap(field => [`${field},asc`, `${field},desc`] as const)
  return (
    z
      .enum(values as [`${Field},asc`, ...(typeof values)[number][]], {
        error: issue('must.beSort', { fields: fields.join(', ') }),
      })
      // The type of an enumeration of a variable's values does not know that this is one of them.
      .default(fallback as never)
      .transform((text): Sort<Field> => {
        const [by, direction] = text.split(',') as [Field, 'asc' | 'desc']
        return { by, direction }
      })
      .describe('Order of the list')
  )
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/

/** A date or a timestamp, as the instant at which a range begins or ends; both ends are inside the range. */
const bound = (timeOfDate: string) =>
  z
    .union([dateSchema, instantSchema], { error: issue('must.beDateOrTimestamp') })
    .transform(text => (plainDate.test(text) ? `${text}T${timeOfDate}+08:00` : new Date(text).toISOString()))
    .optional()

/** Start of a range of timestamps; a plain date means that whole day in Asia/Taipei (docs/contract/admin.md#ranges). */
export const instantFrom = bound('00:00:00')
/** End of a range of timestamps; a plain date is included. */
export const instantTo = bound('23:59:59.999999')

/**
 * A filter by a range of timestamps: `paidFrom` and `paidTo`.
 *
 * @param what happens then, as a noun: `payment`
 */
export const instants = <const Name extends string>(name: Name, what: string) =>
  // The type of a computed key is string.
  ({
    [`${name}From`]: instantFrom.describe(`Earliest ${what}: a timestamp or a date`),
    [`${name}To`]: instantTo.describe(`Latest ${what}: a timestamp or a date; not before \`${name}From\``),
  }) as Record<`${Name}From` | `${Name}To`, typeof instantFrom>

/** Refuses a range that ends before it begins. */
const inOrder =
  (from: string, to: string) =>
  (query: object, ctx: z.RefinementCtx): void => {
    const { [from]: begins, [to]: ends } = query as Record<string, string | undefined>
    if (begins !== undefined && ends !== undefined && Date.parse(begins) > Date.parse(ends))
      ctx.addIssue({ code: 'custom', path: [to], message: issue('must.notBeBefore', { field: from }) })
  }

/** The query of a list in pages. A range of its filters, such as `paidFrom` and `paidTo`, must not end before it begins. */
export const pageQuery = <Fields extends z.ZodRawShape>(fields: Fields) =>
  Object.keys(fields)
    .filter(name => /(^f|F)rom$/.test(name))
    .reduce(
      (query, from) => query.superRefine(inOrder(from, from.replace('From', 'To').replace('from', 'to'))),
      z.object({ ...pagingFields, ...fields }),
    )
