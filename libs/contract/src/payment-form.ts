import { z } from 'zod'
import { timestampSchema } from './schemas.ts'

/** The fields of a form that a browser posts to the payment provider (docs/contract/resources.md#payment-form). */
export const paymentFormFields = {
  provider: z.string().describe('Payment provider; `ecpay`'),
  action: z.url().describe('URL that the form is posted to'),
  method: z.literal('POST').describe('Method of the form'),
  fields: z
    .record(z.string(), z.string())
    .describe("Names and values of the form, as the provider's specification says"),
  expiresAt: timestampSchema.describe('Deadline of the hold'),
}

/**
 * Payment methods by which the customer gets a number to pay with elsewhere: an account is valid for a day at least, a store code from
 * when the customer asks for it, and both payments are heard of up to a day later (docs/contract/store-checkout.md#ecpay).
 */
export const methodsOutlivingHold = ['gateway-atm', 'gateway-cvs', 'gateway-other'] as const

/** Payment methods of forms. */
export const onlinePaymentMethods = ['gateway-credit', ...methodsOutlivingHold] as const

/** Payment methods that do not take what is due, as a checkout session names them. */
export const methodsNotTakingAmountSchema = z
  .array(z.enum(onlinePaymentMethods))
  .describe('Payment methods that do not take what is due, whose form is refused; empty where there are no forms')
  .meta({ examples: [[]] })

/** {@link methodsOutlivingHold}, as a checkout session names them. */
export const methodsOutlivingHoldSchema = z
  .array(z.enum(methodsOutlivingHold))
  .describe(
    'Payment methods whose account or store code can still be paid after `checkoutExpiresAt`; what is paid then is given back',
  )
  .meta({ examples: [methodsOutlivingHold] })
