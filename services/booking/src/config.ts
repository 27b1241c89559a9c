import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { optional } from '@campstore/core/config/variable'
import { holdServiceVariables } from '@campstore/holds/config'
import { type EcpayConfig, ecpayVariables } from '@campstore/payments/ecpay'
import { z } from 'zod'

const formVariables = {
  ...ecpayVariables,
  ECPAY_CHECKOUT_URL: optional(ecpayVariables.ECPAY_CHECKOUT_URL),
  ECPAY_MERCHANT_ID: optional(ecpayVariables.ECPAY_MERCHANT_ID),
  ECPAY_HASH_KEY: optional(ecpayVariables.ECPAY_HASH_KEY),
  ECPAY_HASH_IV: optional(ecpayVariables.ECPAY_HASH_IV),
  ECPAY_RETURN_URL: optional(ecpayVariables.ECPAY_RETURN_URL),
}

type FormConfig = z.output<z.ZodObject<typeof formVariables>>

/** Check that all of ECPay's variables are there where one is: then bookings have a payment form. It also runs when other variables are not valid. */
const formVariablesComplete = z.superRefine<FormConfig>(
  (config, context) => {
    if (config.ECPAY_MERCHANT_ID === undefined) return
    for (const [name, field] of Object.entries(ecpayVariables)) {
      const isMissing = Reflect.get(config, name) === undefined && !field.safeParse(undefined).success
      if (isMissing) context.addIssue({ code: 'custom', path: [name], message: 'is not set' })
    }
  },
  { when: () => true },
)

/** Everything that configures the booking service. */
export const bookingConfig = z
  .object({ ...holdServiceVariables, ...formVariables })
  .check(authVariablesComplete)
  .check(formVariablesComplete)

/** The values of {@link bookingConfig}. */
export type BookingConfig = z.output<typeof bookingConfig>

/** The shop at ECPay, where bookings have a payment form; undefined where ECPAY_MERCHANT_ID is not set, and they have none. */
export const formConfigOf = (config: BookingConfig): EcpayConfig | undefined =>
  config.ECPAY_MERCHANT_ID !== undefined ? z.object(ecpayVariables).parse(config) : undefined
