import { z } from 'zod'
import { couponClaimSchema, couponSchema } from '../coupons.ts'
import { route } from '../route.ts'
import { idSchema, instantSchema, pagingFields } from '../schemas.ts'
import { idParams, moneyInput, oneOf, searchFilter, sortedBy, textInput } from './fields.ts'

const status = z.enum(['active', 'inactive'])
const usageLimit = z.int().positive().max(2_147_483_647).nullable()
const discountValue = moneyInput.refine(value => Number(value) > 0, 'must be above 0')

export const createCouponSchema = z
  .strictObject({
    code: textInput(64),
    name: textInput(100),
    discountType: z.enum(['percentage', 'fixed']),
    discountValue,
    minSpend: moneyInput.optional(),
    maxDiscount: moneyInput.nullable().optional(),
    startsAt: instantSchema,
    endsAt: instantSchema,
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

/** Code and type stay as they are: they are what customers were told. */
export const changeCouponSchema = z.strictObject({
  name: textInput(100).optional(),
  discountValue: discountValue.optional(),
  minSpend: moneyInput.optional(),
  maxDiscount: moneyInput.nullable().optional(),
  startsAt: instantSchema.optional(),
  endsAt: instantSchema.optional(),
  usageLimit: usageLimit.optional(),
  status: status.optional(),
})
export type ChangeCoupon = z.output<typeof changeCouponSchema>

export const couponsQuerySchema = z.object({
  ...pagingFields,
  q: searchFilter,
  status: oneOf(['active', 'inactive']),
  sort: sortedBy(['createdAt', 'code', 'name', 'endsAt'], 'createdAt,desc'),
})
export type CouponsQuery = z.output<typeof couponsQuerySchema>

const view = ['coupons.view'] as const
const edit = ['coupons.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Coupons and claims; the checkout service answers these. */
export const couponRoutes = {
  listAdminCoupons: route({
    name: 'listAdminCoupons',
    summary: 'Coupons',
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
    summary: 'One coupon',
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
    method: 'POST',
    path: '/api/admin/coupons/{id}/claims',
    access: 'admin',
    owner: 'checkout',
    permissions: edit,
    params: idParams,
    body: z.strictObject({ customerId: idSchema }),
    shape: 'object',
    data: couponClaimSchema,
    successStatus: 201,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
}
