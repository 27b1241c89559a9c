import { z } from 'zod'
import { couponClaimSchema, couponSchema } from '../coupons.ts'
import { route } from '../route.ts'
import { idSchema, instantSchema, pagingFields } from '../schemas.ts'
import { idParamsOf, moneyInput, oneOf, searchFilter, sortedBy, textInput } from './fields.ts'

const status = z.enum(['active', 'inactive']).describe('Only an active coupon applies')
const usageLimit = z
  .int()
  .positive()
  .max(2_147_483_647)
  .nullable()
  .describe('How many claims may be used or applied; null means no limit')
const discountValue = moneyInput
  .refine(value => Number(value) > 0, 'must be above 0')
  .describe('Percentage of the subtotal (at most 100), or amount in TWD; above 0')
const minSpend = moneyInput
  .optional()
  .describe('Smallest subtotal of an order that the coupon applies to; default 0.00')
const maxDiscount = moneyInput.nullable().optional().describe('Largest discount of a percentage; null means no cap')

const startsAt = instantSchema.describe('First instant at which the coupon applies')
const endsAt = instantSchema.describe('Instant from which on the coupon no longer applies; after `startsAt`')

export const createCouponSchema = z
  .strictObject({
    code: textInput(64).describe('Code that people read; unique without regard to case'),
    name: textInput(100).describe('Display name'),
    discountType: z.enum(['percentage', 'fixed']).describe('Whether `discountValue` is a percentage or an amount'),
    discountValue,
    minSpend,
    maxDiscount,
    startsAt,
    endsAt,
    usageLimit: usageLimit.optional(),
    status: status.default('active'),
  })
  .superRefine(({ discountType, discountValue: value, startsAt, endsAt }, ctx) => {
    if (discountType === 'percentage' && Number(value) > 100)
      ctx.addIssue({ code: 'custom', path: ['discountValue'], message: 'a percentage is at most 100' })
    if (Date.parse(endsAt) <= Date.parse(startsAt))
      ctx.addIssue({ code: 'custom', path: ['endsAt'], message: 'must be after startsAt' })
  })
export type CreateCoupon = z.output<typeof createCouponSchema>

/** Code and type cannot be changed: customers know them. */
export const changeCouponSchema = z.strictObject({
  name: textInput(100).optional().describe('Display name'),
  discountValue: discountValue.optional(),
  minSpend,
  maxDiscount,
  startsAt: startsAt.optional(),
  endsAt: endsAt.optional(),
  usageLimit: usageLimit.optional(),
  status: status.optional(),
})
export type ChangeCoupon = z.output<typeof changeCouponSchema>

export const couponsQuerySchema = z.object({
  ...pagingFields,
  q: searchFilter,
  status: oneOf(['active', 'inactive']).describe('Status of the coupon'),
  sort: sortedBy(['createdAt', 'code', 'name', 'endsAt'], 'createdAt,desc'),
})
export type CouponsQuery = z.output<typeof couponsQuerySchema>

const idParams = idParamsOf('Coupon id')
const view = ['coupons.view'] as const
const edit = ['coupons.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Coupons and claims; the checkout service answers these. */
export const couponRoutes = {
  listAdminCoupons: route({
    name: 'listAdminCoupons',
    summary: 'Lists coupons',
    method: 'GET',
    path: '/api/admin/coupons',
    access: 'admin',
    owner: 'checkout',
    permissions: view,
    query: couponsQuerySchema,
    shape: 'page',
    data: couponSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  getCoupon: route({
    name: 'getCoupon',
    summary: 'Reads a coupon',
    addition: true,
    method: 'GET',
    path: '/api/admin/coupons/{id}',
    access: 'admin',
    owner: 'checkout',
    permissions: view,
    params: idParams,
    shape: 'object',
    data: couponSchema,
    errors: [...refusals, 'NOT_FOUND'],
  }),
  createCoupon: route({
    name: 'createCoupon',
    summary: 'Creates a coupon',
    method: 'POST',
    path: '/api/admin/coupons',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    body: createCouponSchema,
    shape: 'object',
    data: couponSchema,
    successStatus: 201,
    errors: ['VALIDATION_ERROR', ...refusals, 'CONFLICT'],
  }),
  changeCoupon: route({
    name: 'changeCoupon',
    summary: 'Changes status, period, limits or value of a coupon',
    method: 'PATCH',
    path: '/api/admin/coupons/{id}',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    reads: 'getCoupon',
    params: idParams,
    body: changeCouponSchema,
    shape: 'object',
    data: couponSchema,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
  claimCoupon: route({
    name: 'claimCoupon',
    summary: 'Gives a customer the right to use a coupon once',
    addition: true,
    method: 'POST',
    path: '/api/admin/coupons/{id}/claims',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    params: idParams,
    body: z.strictObject({ customerId: idSchema.describe('Customer who may use the coupon once') }),
    shape: 'object',
    data: couponClaimSchema,
    successStatus: 201,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
}
