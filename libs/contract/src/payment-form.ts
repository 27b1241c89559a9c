import { z } from 'zod'
import { described, timestampSchema } from './schemas.ts'

/** The fields of a form that a browser posts to the payment provider (docs/contract/store-checkout.md#payment-form). */
export const paymentFormFields = {
  provider: z.string().describe('Payment provider; `ecpay`'),
  action: z.url().describe('URL to post the form to'),
  method: z.literal('POST').describe('Method of the form'),
  fields: z
    .record(z.string(), z.string())
    .describe("Names and values of the form's fields, as the provider specifies them"),
  expiresAt: timestampSchema.describe('Deadline of the hold'),
}

/** Methods that are paid elsewhere, up to days later (docs/contract/store-checkout.md#ecpay). */
export const methodsOutlivingHold = ['gateway-atm', 'gateway-cvs', 'gateway-other'] as const

/** Payment methods of forms. */
export const onlinePaymentMethods = ['gateway-credit', ...methodsOutlivingHold] as const

/** Payment methods that do not accept the amount due, as listed in a checkout session. */
export const methodsNotTakingAmountSchema = described(
  z.array(z.enum(onlinePaymentMethods)),
  'Payment methods that do not accept the amount due, so that their form is refused; empty if there are no forms',
  [],
)

/** {@link methodsOutlivingHold}, as listed in a checkout session. */
export const methodsOutlivingHoldSchema = described(
  z.array(z.enum(methodsOutlivingHold)),
  'Payment methods whose account or store code can still be paid after `checkoutExpiresAt`; such a payment is refunded',
  methodsOutlivingHold,
)
