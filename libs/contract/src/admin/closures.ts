import { z } from 'zod'
import { adminBookingDetailSchema, bookingListItemSchema, closureSchema } from '../booking/schemas.ts'
import { changed, created, declareAdminRoutes, listOf, pageOf, removed } from '../declare.ts'
import type { Mistake } from '../errors.ts'
import { idSchema, pagingFields, pagingQuerySchema, plainDateSchema } from '../schemas.ts'
import { issue, issueOf, text } from '../texts/text.ts'
import { bulkIds, bulkResultSchema } from './bulk.ts'
import { cancelBodySchema, idFilter, pageQuery, textInput } from './fields.ts'
import { bookedBy } from './people.ts'

const date = plainDateSchema.nullish()

/** The fields of each type of closure; a field of the other type must be null or absent (docs/contract/admin.md#closures). */
const datesInput = {
  startDate: date.describe('First closed night; required for `date_range`, otherwise null or absent'),
  endDate: date.describe(
    'Last closed night, not before `startDate`; required for `date_range`, otherwise null or absent',
  ),
  weekday: z
    .int()
    .min(0)
    .max(6)
    .nullish()
    .describe('Closed weekday, 0 (Sunday) to 6; required for `weekly`, otherwise null or absent'),
  effectiveFrom: date.describe('First night on which `weekly` applies; null means no start date'),
  effectiveTo: date.describe(
    'Last night on which `weekly` applies, not before `effectiveFrom`; null means no end date',
  ),
}
type Dates = z.output<z.ZodObject<typeof datesInput>>
const dateFields = ['startDate', 'endDate', 'weekday', 'effectiveFrom', 'effectiveTo'] as const
const fieldsOf = { date_range: ['startDate', 'endDate'], weekly: ['weekday', 'effectiveFrom', 'effectiveTo'] } as const
const requiredBy = { date_range: ['startDate', 'endDate'], weekly: ['weekday'] } as const

/** The mistakes in the dates of a closure, new or changed, by field (docs/contract/admin.md#closures). */
export function closureIssues(type: keyof typeof fieldsOf, dates: Dates): Mistake[] {
  const own: readonly string[] = fieldsOf[type]
  const issues = dateFields
    .filter(field => dates[field] !== null && dates[field] !== undefined && !own.includes(field))
    .map((path): Mistake => ({ path, reason: text('must.beAbsentForClosure', { type }) }))
  for (const field of requiredBy[type]) {
    if (dates[field] === null || dates[field] === undefined) issues.push({ path: field, reason: text('is.missing') })
  }
  for (const [from, to] of [
    ['startDate', 'endDate'],
    ['effectiveFrom', 'effectiveTo'],
  ] as const) {
    const [begins, ends] = [dates[from], dates[to]]
    if (begins && ends && ends < begins) issues.push({ path: to, reason: text('must.notBeBefore', { field: from }) })
  }
  return issues
}

/** Refuses a closure whose dates do not match its type (docs/contract/admin.md#closures). */
export function datesFit(closure: Dates & { closureType: keyof typeof fieldsOf }, ctx: z.RefinementCtx): void {
  for (const { path, reason } of closureIssues(closure.closureType, closure))
    ctx.addIssue({ code: 'custom', path: [path], message: issueOf(reason) })
}

export const createClosureSchema = z
  .strictObject({
    campgroundId: idSchema.describe('Campground that is closed'),
    closureType: z.enum(['date_range', 'weekly']).describe('Whether the closure is for a range of nights or a weekday'),
    ...datesInput,
    reason: textInput(200).describe('Why it is closed'),
  })
  .superRefine(datesFit)
export type CreateClosure = z.output<typeof createClosureSchema>

/** Type and campground cannot be changed; both may be sent unchanged (docs/contract/admin.md#closures). */
export const changeClosureSchema = z.strictObject({
  campgroundId: idSchema.optional().describe('The current campground; it cannot be changed'),
  closureType: z.enum(['date_range', 'weekly']).optional().describe('The current type; it cannot be changed'),
  ...datesInput,
  reason: textInput(200).optional().describe('Why it is closed'),
})
export type ChangeClosure = z.output<typeof changeClosureSchema>

export const adminClosuresQuerySchema = pageQuery({
  campgroundId: idFilter.describe('Only closures of this campground'),
})
export type AdminClosuresQuery = z.output<typeof adminClosuresQuerySchema>

const queryDate = plainDateSchema.optional()

/** A planned closure, as a query: the fields of a new one without its reason (docs/contract/admin.md#closures). */
export const affectedQuerySchema = z
  .object({
    ...pagingFields,
    campgroundId: idSchema.describe('Campground that would be closed'),
    closureType: createClosureSchema.shape.closureType,
    startDate: queryDate.describe('First closed night; required for `date_range`, otherwise absent'),
    endDate: queryDate.describe(
      'Last closed night, not before `startDate`; required for `date_range`, otherwise absent',
    ),
    weekday: z
      .string()
      .regex(/^[0-6]$/, issue('must.beWeekday'))
      .transform(Number)
      .optional()
      .meta({ title: 'integer' })
      .describe('Closed weekday, 0 (Sunday) to 6; required for `weekly`, otherwise absent'),
    effectiveFrom: queryDate.describe('First night on which `weekly` applies; absent means no start date'),
    effectiveTo: queryDate.describe(
      'Last night on which `weekly` applies, not before `effectiveFrom`; absent means no end date',
    ),
  })
  .superRefine(datesFit)
export type AffectedQuery = z.output<typeof affectedQuerySchema>

/** A booking that a closure affects, with its contact. */
export const affectedBookingSchema = bookingListItemSchema.extend({ customer: bookedBy })
export type AffectedBooking = z.infer<typeof affectedBookingSchema>

export const closureRoutes = declareAdminRoutes('closures', 'booking', {
  listAdminClosures: {
    summary: 'Lists closures of all campgrounds, by id',
    endpoint: 'GET /api/admin/campground-closures',
    ...pageOf(adminClosuresQuerySchema, closureSchema),
  },
  /** Before `getClosure`, which would read a closure with the id `affected`. */
  listAffectedBookings: {
    summary: 'Lists the bookings that a planned closure would affect',
    endpoint: 'GET /api/admin/campground-closures/affected',
    permissions: ['closures.view', 'bookings.view'],
    ...pageOf(affectedQuerySchema, affectedBookingSchema),
    errors: ['NOT_FOUND'],
  },
  getClosure: { summary: 'Reads a closure', endpoint: 'GET /api/admin/campground-closures/{id}', data: closureSchema },
  createClosure: {
    summary: 'Closes a campground; existing bookings do not change',
    endpoint: 'POST /api/admin/campground-closures',
    body: createClosureSchema,
    ...created(closureSchema),
    errors: ['NOT_FOUND'],
  },
  changeClosure: {
    summary: 'Changes dates or reason of a closure',
    endpoint: 'PATCH /api/admin/campground-closures/{id}',
    body: changeClosureSchema,
    data: closureSchema,
  },
  removeClosure: { summary: 'Removes a closure', endpoint: 'DELETE /api/admin/campground-closures/{id}', ...removed },
  listBookingsOfClosure: {
    summary: 'Lists the bookings that a closure affects and that still occupy sites',
    endpoint: 'GET /api/admin/campground-closures/{id}/bookings',
    permissions: ['closures.view', 'bookings.view'],
    ...pageOf(pagingQuerySchema, affectedBookingSchema),
  },
})

const cancelBookingsSchema = z.strictObject({
  ids: bulkIds().describe('Ids of bookings that the closure affects'),
  reason: textInput(200).describe('Why; stored in the status history of each'),
})
export type CancelBookings = z.output<typeof cancelBookingsSchema>

const closuresAndBookings = ['closures.edit', 'bookings.edit'] as const

/** Cancels bookings that a closure affects; the admin service cancels them one by one at the owner. */
export const closureBookingRoutes = declareAdminRoutes('closures', undefined, {
  /** docs/contract/admin.md#cancel-affected-bookings */
  cancelBookingsOfClosure: {
    summary: 'Cancels bookings that a closure affects, and opens refunds for the paid ones',
    endpoint: 'POST /api/admin/campground-closures/{id}/cancel-bookings',
    permissions: closuresAndBookings,
    body: cancelBookingsSchema,
    ...listOf(bulkResultSchema),
  },
})

/** The internal route of {@link closureBookingRoutes} by which the owner cancels one booking. */
export const ownerClosureRoute = declareAdminRoutes('closures', 'booking', {
  cancelBookingOfClosure: {
    summary: 'Cancels one booking that a closure affects',
    endpoint: 'POST /api/admin/bookings/{id}/cancel-for-closure',
    permissions: closuresAndBookings,
    reads: 'getAdminBooking',
    body: cancelBodySchema.extend({ closureId: idSchema }),
    ...changed(adminBookingDetailSchema),
  },
}).cancelBookingOfClosure
