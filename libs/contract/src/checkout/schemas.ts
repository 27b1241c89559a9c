import { z } from 'zod'
import { orderItemFields, orderPaymentMethodSchema, orderPaymentStatusSchema, orderStatusSchema } from '../orders.ts'
import {
  idempotencyKeySchema,
  idSchema,
  maxLines,
  moneySchema,
  noRepeats,
  quantitySchema,
  timestampSchema,
} from '../schemas.ts'
import { text } from '../text.ts'

/** Where a store checkout stands (interface.md, Store CheckoutSession). */
export const storeCheckoutStepSchema = z.enum(['draft', 'ready_to_pay'])

/** An amount that a client sends for comparison: money as a string or a number (decisions.md, 7). Null is not sent. */
const comparedAmount = z
  .union([
    z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'must be an amount'),
    z.number().min(0).max(9_999_999_999.99).refine(isMoney, 'must be an amount'),
  ])
  .nullish()
  .transform(amount => amount ?? undefined)

function isMoney(amount: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(amount))
}

/** A line of the recipient: blank is not given. */
const recipientLine = (max: number) =>
  text()
    .max(max)
    .nullish()
    .transform(line => line?.trim() || null)

/** Who receives an order; may be partial while the checkout is a draft (decisions.md, 12). */
const shippingInput = z.object({
  recipientName: recipientLine(100),
  phone: recipientLine(50),
  address: recipientLine(500),
})

/** A claim's id: any number, for one that cannot exist is answered like one that does not (decisions.md, 2). */
const claimIdInput = z.number()

const requestedItems = z
  .array(z.object({ variantId: idSchema, quantity: quantitySchema, unitPrice: comparedAmount }))
  .min(1)
  .max(maxLines)
  .superRefine(noRepeats('variantId'))

export const startStoreCheckoutSchema = z.object({
  items: requestedItems,
  couponClaimId: claimIdInput.nullish().transform(id => id ?? null),
  paymentMethod: orderPaymentMethodSchema.nullish().transform(method => method ?? null),
  shipping: shippingInput.nullish().transform(shipping => shipping ?? null),
  total: comparedAmount,
  discount: comparedAmount,
  idempotencyKey: idempotencyKeySchema,
})
export type StartStoreCheckout = z.output<typeof startStoreCheckoutSchema>

/** Null or absent changes nothing; `{}` as the claim clears it (decisions.md, 7). */
export const changeStoreCheckoutSchema = z.object({
  shipping: shippingInput.nullish(),
  paymentMethod: orderPaymentMethodSchema.nullish(),
  couponClaimId: z.union([claimIdInput, z.strictObject({})]).nullish(),
})
export type ChangeStoreCheckout = z.output<typeof changeStoreCheckoutSchema>

export const storePricingSchema = z.strictObject({
  subtotal: moneySchema,
  shippingFee: moneySchema,
  discount: moneySchema,
  total: moneySchema,
})
export type StorePricing = z.infer<typeof storePricingSchema>

export const storeCheckoutSessionSchema = z.strictObject({
  orderId: z.string(),
  paymentStatus: orderPaymentStatusSchema,
  paymentMethod: orderPaymentMethodSchema.nullable(),
  status: orderStatusSchema,
  checkoutExpiresAt: timestampSchema,
  pricing: storePricingSchema,
  items: z.array(z.strictObject({ orderItemId: z.int().positive(), ...orderItemFields })).min(1),
  shipping: z
    .strictObject({
      recipientName: z.string().nullable(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
    })
    .nullable(),
  couponClaimId: z.int().nullable(),
  checkoutStep: storeCheckoutStepSchema,
})
export type StoreCheckoutSession = z.infer<typeof storeCheckoutSessionSchema>

/** The form that a browser posts to the payment provider; it does not mean paid (decisions.md, 7). */
export const paymentFormSchema = z.strictObject({
  orderId: z.string(),
  provider: z.string(),
  action: z.url(),
  method: z.literal('POST'),
  fields: z.record(z.string(), z.string()),
  expiresAt: timestampSchema,
})
export type PaymentForm = z.infer<typeof paymentFormSchema>
