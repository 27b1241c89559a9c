import { strongSecret } from '@campstore/core/config/secret-strength'
import { variable } from '@campstore/core/config/variable'
import { secretText, wholeNumber } from '@campstore/core/config/variables'
import { signingSecrets } from '@campstore/payments/signature'
import { z } from 'zod'

/** Configuration of a service with holds. Spread it into the service's schema. */
export const holdVariables = {
  CHECKOUT_HOLD_SECONDS: wholeNumber(1, 86_400, 900, 'how long a checkout holds, in seconds'),
  MAX_OPEN_HOLDS: wholeNumber(
    0,
    1_000,
    0,
    'how many unpaid bookings, and as many orders, a member may hold at once (0: no limit)',
  ),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1, 3_600, 5, 'seconds between two sweeps of overdue holds'),
  PAYMENT_GRACE_SECONDS: wholeNumber(
    0,
    86_400,
    300,
    'seconds past its deadline in which database and broker could be asked, after which a hold expires although it is not known whether it was paid in time',
  ),
  PAYMENT_SIGNING_SECRET: variable(
    z
      .string()
      .transform((text): string[] => signingSecrets(text))
      .pipe(z.array(secretText).max(2)),
    {
      description: 'the secret with which the payment service signs its notifications',
      rule: `${strongSecret}; while it changes, two separated by a comma, both of which are accepted`,
      example: '$(openssl rand -hex 32)',
      secret: true,
    },
  ),
  PAYMENT_SIGNATURE_TOLERANCE_SECONDS: wholeNumber(
    1,
    31_536_000,
    86_400,
    'greatest age of a payment notification, in seconds',
  ),
}

/** The values of {@link holdVariables}. */
export type HoldConfig = z.output<z.ZodObject<typeof holdVariables>>
