import { longSecret, strongSecret } from '@campstore/core/config/secret-strength'
import { variable } from '@campstore/core/config/variable'
import {
  brokerVariables,
  integer,
  managementAddress,
  replicaVariable,
  secretText,
  wholeNumber,
} from '@campstore/core/config/variables'
import { signingSecrets } from '@campstore/payments/signature'
import { ownerVariables } from '@campstore/service/config'
import { z } from 'zod'
import { type HoldLimits, noHoldLimits, productionLimits } from './hold-limits.ts'

/** A limit of one member's holds; its default is {@link productionLimits} in production, and none elsewhere. */
const limitOf = (limit: keyof typeof productionLimits, max: number, description: string) =>
  variable(integer(0, max).optional(), {
    description: `${description}; 0: no limit; unless set, ${productionLimits[limit]} with NODE_ENV=production and otherwise 0`,
    rule: `a whole number from 0 to ${max}`,
    example: String(productionLimits[limit]),
  })

/** Configuration of holds. */
export const holdVariables = {
  CHECKOUT_HOLD_SECONDS: wholeNumber(1, 86_400, 900, 'how long a checkout holds, in seconds'),
  MAX_OPEN_HOLDS: limitOf(
    'openHolds',
    1_000,
    'most unpaid bookings, and separately most unpaid unshipped orders, of a member at once',
  ),
  MAX_HELD_PIECES: limitOf(
    'pieces',
    1_000_000,
    'most pieces that a member can hold at once in unpaid unshipped orders, and separately as rentals of unpaid bookings',
  ),
  MAX_HELD_SITE_NIGHTS: limitOf(
    'siteNights',
    1_000_000,
    'most site-nights (sites times nights) that a member can hold at once in unpaid bookings',
  ),
  MAX_HELD_SHARE_PERCENT: limitOf(
    'sharePercent',
    100,
    "percent of a variant's stock, or of a zone's sites in a night, that a member can hold at once; checked only above twenty of them",
  ),
  ALLOW_ANONYMOUS_HOLDS: variable(z.enum(['yes', 'no']).optional(), {
    description:
      "whether accounts of Firebase's anonymous sign-in may start a checkout; unless set, no with NODE_ENV=production and otherwise yes",
    rule: 'yes or no',
    example: 'no',
  }),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1, 3_600, 5, 'seconds between two sweeps of overdue holds'),
  PAYMENT_GRACE_SECONDS: wholeNumber(
    0,
    86_400,
    300,
    'seconds after its deadline until a hold ends even if its payments cannot be verified; only time with database and broker available counts',
  ),
  PAYMENT_SIGNING_SECRET: variable(
    z
      .string()
      .transform((text): string[] => signingSecrets(text))
      .pipe(z.array(secretText).max(2)),
    {
      description: 'the secret with which the payment service signs its notifications',
      rule: `${longSecret}; in production ${strongSecret}; while it changes, two separated by a comma, both of which are accepted`,
      example: '$(openssl rand -hex 32)',
      secret: true,
    },
  ),
}

export type HoldConfig = z.output<z.ZodObject<typeof holdVariables>>

/** Everything that configures a service with holds. Spread it into the service's schema. */
export const holdServiceVariables = {
  ...ownerVariables,
  ...replicaVariable,
  ...brokerVariables,
  ...managementAddress,
  ...holdVariables,
}

export type HoldServiceConfig = z.output<z.ZodObject<typeof holdServiceVariables>>

/** The limits of one member's holds, as they are configured. */
export function holdLimitsOf(config: HoldServiceConfig): HoldLimits {
  const unlessSet = config.NODE_ENV === 'production' ? productionLimits : noHoldLimits
  return {
    openHolds: config.MAX_OPEN_HOLDS ?? unlessSet.openHolds,
    pieces: config.MAX_HELD_PIECES ?? unlessSet.pieces,
    siteNights: config.MAX_HELD_SITE_NIGHTS ?? unlessSet.siteNights,
    sharePercent: config.MAX_HELD_SHARE_PERCENT ?? unlessSet.sharePercent,
  }
}

/** Whether accounts without an identity behind them may start a checkout. */
export const allowsAnonymousHolds = ({ ALLOW_ANONYMOUS_HOLDS, NODE_ENV }: HoldServiceConfig): boolean =>
  (ALLOW_ANONYMOUS_HOLDS ?? (NODE_ENV === 'production' ? 'no' : 'yes')) === 'yes'
