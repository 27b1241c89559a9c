import { authVariables, authVariablesComplete } from '@campstore/auth/auth-variables'
import {
  brokerVariables,
  databaseVariables,
  internalTokenVariables,
  processVariables,
  wholeNumber,
} from '@campstore/config/variables'
import { z } from 'zod'

/** Everything that configures the booking service. */
export const bookingConfig = z
  .object({
    ...processVariables,
    ...databaseVariables,
    ...brokerVariables,
    ...authVariables,
    ...internalTokenVariables,
    CHECKOUT_HOLD_SECONDS: wholeNumber(1, 86_400, 900, 'how long a checkout holds, in seconds'),
    SWEEP_INTERVAL_SECONDS: wholeNumber(1, 3_600, 5, 'seconds between two looks for overdue holds'),
    PAYMENT_SIGNING_SECRET: z
      .string()
      .min(8)
      .describe('the secret of at least 8 characters with which the payment service signs its notifications'),
    PAYMENT_SIGNATURE_TOLERANCE_SECONDS: wholeNumber(
      1,
      31_536_000,
      86_400,
      'greatest age of a payment notification, in seconds',
    ),
    RESPONSE_CHECK: z
      .enum(['strict', 'logged'])
      .default('logged')
      .describe('strict (an answer that breaks its schema fails, for tests) or logged (default)'),
  })
  .superRefine(authVariablesComplete)

/** The values of {@link bookingConfig}. */
export type BookingConfig = z.output<typeof bookingConfig>
