import { z } from 'zod'
import { adminClaimSchema, claimStatusSchema, couponClaimSchema, couponReportSchema, couponSchema } from '../coupons.ts'
import { changed, created, declareAdminRoutes, listOf, pageOf, removed } from '../declare.ts'
import { idSchema, instantSchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'
import { bulkIds, bulkResultSchema } from './bulk.ts'
import {
  codeInput,
  idFilter,
  moneyInput,
  oneOf,
  pageQuery,
  positiveMoneyInput,
  searchFilter,
  sortedBy,
  textInput,
} from './fields.ts'
import { reportQuerySchema } from './reports.ts'

/** The fields that can be changed; absent fields of a new coupon have defaults. */
const couponFields = {
  name: textInput(100).describe('Display name'),
  discountValue: positiveMoneyInput.describe('Percentage of the subtotal (at most 100), or amount in TWD; above 0'),
  minSpend: moneyInput
    .optional()
    .describe('Minimum spend: the lowest subtotal that the coupon applies to; default 0.00'),
  maxDiscount: moneyInput.nullish().describe('Maximum discount of a percentage coupon; null means no maximum'),
  startsAt: instantSchema.describe('When the coupon starts to apply'),
  endsAt: instantSchema.describe('When the coupon stops applying; after `startsAt`'),
  usageLimit: z
    .int()
    .positive()
    .max(2_147_483_647)
    .nullish()
    .describe('How many claims may be used or applied; null means no limit'),
  status: z.enum(['active', 'inactive']).describe('Only an active coupon applies'),
}

/** Refuses a percentage above 100, and an end that is not after the start. */
export function couponFits(
  coupon: { discountType: string; discountValue: string; startsAt: string; endsAt: string },
  ctx: z.RefinementCtx,
): void {
  const { discountType, discountValue, startsAt, endsAt } = coupon
  if (discountType === 'percentage' && Number(discountValue) > 100)
    ctx.addIssue({ code: 'custom', path: ['discountValue'], message: issue('must.beAtMostForPercentage') })
  if (Date.parse(endsAt) <= Date.parse(startsAt))
    ctx.addIssue({ code: 'custom', path: ['endsAt'], message: issue('must.beAfterField', { field: 'startsAt' }) })
}

export const createCouponSchema = z
  .strictObject({
    code: codeInput(64).describe(
      'Code that customers type; unique by the rules of look-ups, without invisible characters',
    ),
    discountType: z.enum(['percentage', 'fixed']).describe('Whether `discountValue` is a percentage or an amount'),
    ...couponFields,
    status: couponFields.status.default('active'),
  })
  .superRefine(couponFits)
export type CreateCoupon = z.output<typeof createCouponSchema>

/** Code and type cannot be changed: customers know them. */
export const changeCouponSchema = z.strictObject(couponFields).partial()
export type ChangeCoupon = z.output<typeof changeCouponSchema>

export const couponsQuerySchema = pageQuery({
  q: searchFilter,
  status: oneOf(['active', 'inactive']).describe('Status of the coupon'),
  sort: sortedBy(['createdAt', 'code', 'name', 'endsAt'], 'createdAt,desc'),
})
export type CouponsQuery = z.output<typeof couponsQuerySchema>

export const claimsQuerySchema = pageQuery({
  couponId: idFilter.describe('Only claims on this coupon'),
  customerId: idFilter.describe('Only claims of this customer'),
  status: claimStatusSchema.optional(),
})
export type ClaimsQuery = z.output<typeof claimsQuerySchema>

const customerId = idSchema.describe('Customer who gets the claim, to use the coupon once')

/** One customer or several (docs/contract/admin.md#coupons). */
export const claimBodySchema = z
  .strictObject({
    customerId: customerId.optional(),
    customerIds: bulkIds(100)
      .optional()
      .describe('Customers who each get a claim, 1 to 100, no duplicates; instead of `customerId`'),
  })
  .superRefine((body, ctx) => {
    if (body.customerId === undefined && body.customerIds === undefined)
      ctx.addIssue({ code: 'custom', path: ['customerId'], message: issue('is.missing') })
    if (body.customerId !== undefined && body.customerIds !== undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['customerIds'],
        message: issue('must.beAbsentBeside', { field: 'customerId' }),
      })
  })

const claimShared = {
  endpoint: 'POST /api/admin/coupons/{id}/claims',
  successStatus: 201,
  errors: ['CONFLICT'],
} as const

/** Gives one or several customers a claim; the admin service calls the owner for each. */
export const claimRoutes = declareAdminRoutes('coupons', undefined, {
  claimCoupon: {
    ...claimShared,
    summary: 'Gives one or several customers the right to use a coupon once',
    body: claimBodySchema,
    data: couponClaimSchema,
    bulkData: bulkResultSchema,
  },
})

/** The internal route of {@link claimRoutes} by which the checkout service gives one customer a claim. */
export const ownerClaimRoute = declareAdminRoutes('coupons', 'checkout', {
  claimCoupon: {
    ...claimShared,
    summary: 'Gives a customer the right to use a coupon once',
    body: z.strictObject({ customerId }),
    data: couponClaimSchema,
  },
}).claimCoupon

export const couponRoutes = declareAdminRoutes('coupons', 'checkout', {
  listAdminCoupons: {
    summary: 'Lists coupons',
    endpoint: 'GET /api/admin/coupons',
    ...pageOf(couponsQuerySchema, couponSchema),
  },
  getCoupon: { summary: 'Reads a coupon', endpoint: 'GET /api/admin/coupons/{id}', data: couponSchema },
  createCoupon: {
    summary: 'Creates a coupon',
    endpoint: 'POST /api/admin/coupons',
    body: createCouponSchema,
    ...created(couponSchema),
    errors: ['CONFLICT'],
  },
  changeCoupon: {
    summary: 'Changes status, period, limits or value of a coupon',
    endpoint: 'PATCH /api/admin/coupons/{id}',
    body: changeCouponSchema,
    ...changed(couponSchema),
  },
  /** docs/contract/admin.md#claims */
  listCouponClaims: {
    summary: 'Lists claims on coupons, newest first',
    endpoint: 'GET /api/admin/coupon-claims',
    permissions: ['coupons.view', 'customers.view'],
    ...pageOf(claimsQuerySchema, adminClaimSchema),
  },
  /** docs/contract/admin.md#claims */
  getCouponClaim: {
    summary: 'Reads a claim on a coupon',
    endpoint: 'GET /api/admin/coupons/{id}/claims/{claimId}',
    data: couponClaimSchema,
  },
  /** docs/contract/admin.md#claims */
  deleteCouponClaim: {
    summary: 'Revokes an available claim',
    endpoint: 'DELETE /api/admin/coupons/{id}/claims/{claimId}',
    ...removed,
    errors: ['CONFLICT'],
  },
  /** docs/contract/admin.md#coupon-report */
  reportCoupons: {
    summary: 'Reports the use and cost of each coupon in a range of days',
    endpoint: 'GET /api/admin/reports/coupons',
    permissions: ['orders.view', 'bookings.view'],
    query: reportQuerySchema,
    ...listOf(couponReportSchema),
  },
})
