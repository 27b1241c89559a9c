import { z } from 'zod'
import {
  givenOrderFields,
  orderItemFields,
  orderPaymentMethodSchema,
  orderPaymentStatusSchema,
  orderStatusSchema,
} from '../orders.ts'
import { ownRefundsSchema } from '../own-refunds.ts'
import { methodsNotTakingAmountSchema, methodsOutlivingHoldSchema, paymentFormFields } from '../payment-form.ts'
import {
  idempotencyKeySchema,
  idSchema,
  maxLines,
  moneySchema,
  noRepeats,
  orNull,
  quantitySchema,
  secondsLeftSchema,
  timestampSchema,
} from '../schemas.ts'
import { shown, text } from '../text.ts'
import { issue } from '../texts/text.ts'

/** Steps of a store checkout (docs/contract/states.md#store-checkout-step). */
export const storeCheckoutStepSchema = z
  .enum(['draft', 'ready_to_pay'])
  .describe('`ready_to_pay` when the recipient is complete and a payment method is set')

/** Money as a string or a number (docs/contract/store-checkout.md#amounts-for-comparison). */
const comparedAmount = z
  .union([
    z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, issue('must.beAmount')),
    z.number().min(0).max(9_999_999_999.99).refine(isMoney, issue('must.beAmount')),
  ])
  .nullish()
  .transform(amount => amount ?? undefined)

function isMoney(amount: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(amount))
}

const recipientText = (max: number) => text().max(max).overwrite(shown)

/** A line of the recipient: blank means absent. */
const recipientLine = (max: number) =>
  recipientText(max)
    .nullish()
    .transform(line => line || null)

/** A line of the recipient of an order that can ship: it may not become blank. */
const correctedLine = (max: number) => recipientText(max).min(1).optional()

/** Longest lines of a recipient, for requests and imports. */
export const recipientLengths = { recipientName: 100, phone: 50, address: 500 } as const

/** Who receives an order; may be partial while the checkout is a draft (docs/contract/store-checkout.md#update). */
const shippingInput = z.object({
  recipientName: recipientLine(recipientLengths.recipientName).describe(
    'Who receives it, at most 100 characters; blank or null means not given',
  ),
  phone: recipientLine(recipientLengths.phone).describe(
    'Phone number, at most 50 characters; blank or null means not given',
  ),
  address: recipientLine(recipientLengths.address).describe(
    'Address, at most 500 characters; blank or null means not given',
  ),
})

/** The recipient of an order that can ship; absent lines stay as they are (docs/contract/member.md#correct-the-recipient). */
export const changeRecipientSchema = z.object({
  recipientName: correctedLine(recipientLengths.recipientName).describe('Who receives it'),
  phone: correctedLine(recipientLengths.phone).describe('Phone number'),
  address: correctedLine(recipientLengths.address).describe('Address'),
})
export type ChangeRecipient = z.output<typeof changeRecipientSchema>

/** A claim's id. Every number is accepted: an id that cannot exist is 404, like an unknown one (docs/contract/conventions.md#identifiers). */
const claimIdInput = z.number()

/** A requested line of an order. */
export const lineFields = {
  variantId: idSchema.describe('Variant; no duplicates'),
  quantity: quantitySchema.describe('Number of pieces'),
}

/** The requested lines of an order. */
export const requestedLines = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1).max(maxLines).superRefine(noRepeats('variantId')).describe('Items to order, 1 to 100 lines')

const comparedLine = z.object({
  ...lineFields,
  unitPrice: comparedAmount.describe('Price of one piece, for comparison only'),
})

export const startStoreCheckoutSchema = z.object({
  items: requestedLines(comparedLine),
  couponClaimId: orNull(claimIdInput).describe("The caller's claim to apply; null or absent means no coupon"),
  ...givenOrderFields,
  shipping: orNull(shippingInput).describe('Who receives the order; may be partial and completed later'),
  total: comparedAmount.describe('Total, for comparison only'),
  discount: comparedAmount.describe('Discount, for comparison only'),
  idempotencyKey: idempotencyKeySchema,
})
export type StartStoreCheckout = z.output<typeof startStoreCheckoutSchema>

/** Null or absent changes nothing; `{}` as the claim clears it (docs/contract/store-checkout.md#update). */
export const changeStoreCheckoutSchema = z.object({
  shipping: shippingInput.nullish().describe('Replaces the whole recipient; null or absent changes nothing'),
  paymentMethod: orderPaymentMethodSchema.nullish().describe('How the order is paid; null or absent changes nothing'),
  couponClaimId: z
    .union([claimIdInput, z.strictObject({})], { error: issue('must.beClaimOrNone', { empty: '{}' }) })
    .nullish()
    .describe('A claim id applies that claim, `{}` removes the coupon; null or absent changes nothing'),
})
export type ChangeStoreCheckout = z.output<typeof changeStoreCheckoutSchema>

export const storePricingSchema = z.strictObject({
  subtotal: moneySchema.describe('Sum of the line totals'),
  shippingFee: moneySchema.describe('Shipping fee'),
  discount: moneySchema.describe('Discount of the coupon'),
  total: moneySchema.describe('`subtotal` + `shippingFee` − `discount`, at least 0'),
})
export type StorePricing = z.infer<typeof storePricingSchema>

export const storeCheckoutSessionSchema = z.strictObject({
  orderId: z.string().describe('Order id'),
  paymentStatus: orderPaymentStatusSchema,
  paymentMethod: orderPaymentMethodSchema.nullable().describe('How the order is paid; null until it is given'),
  status: orderStatusSchema,
  checkoutExpiresAt: timestampSchema.describe('Deadline of the hold; never changes'),
  pricing: storePricingSchema.describe('Price of the order'),
  items: z
    .array(z.strictObject({ orderItemId: z.int().positive().describe('Order item id'), ...orderItemFields }))
    .min(1)
    .describe('Items of the order'),
  shipping: z
    .strictObject({
      recipientName: z.string().nullable().describe('Name of the recipient; null until given'),
      phone: z.string().nullable().describe('Phone number; null until it is given'),
      address: z.string().nullable().describe('Address; null until it is given'),
    })
    .nullable()
    .describe('Recipient; null until a part of it is given'),
  couponClaimId: z.int().nullable().describe('Applied claim; null without a coupon, and once the order is cancelled'),
  checkoutStep: storeCheckoutStepSchema,
  checkoutState: z
    .enum(['open', 'completed', 'closed'])
    .describe('`open`, `completed` (paid, or confirmed for cash on delivery) or `closed` (cancelled, paid or not)'),
  refunds: ownRefundsSchema,
  holdEndsAt: timestampSchema.nullable().describe('Deadline of the hold; null when it can no longer expire'),
  secondsLeft: secondsLeftSchema,
  methodsOutlivingHold: methodsOutlivingHoldSchema,
  methodsNotTakingAmount: methodsNotTakingAmountSchema,
})
export type StoreCheckoutSession = z.infer<typeof storeCheckoutSessionSchema>

/** The form that a browser posts to the payment provider; it does not mean paid (docs/contract/store-checkout.md#payment-form). */
export const paymentFormSchema = z.strictObject({ orderId: z.string().describe('Order id'), ...paymentFormFields })
