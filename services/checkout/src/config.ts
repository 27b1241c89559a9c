import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { brokerVariables, choice, managementAddress, replicaVariable } from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { ecpayVariables } from '@campstore/payments/ecpay'
import { ownerVariables } from '@campstore/service/config'
import { z } from 'zod'

/** Everything that configures the checkout service. */
export const checkoutConfig = z
  .object({
    ...ownerVariables,
    ...replicaVariable,
    ...brokerVariables,
    ...managementAddress,
    ...holdVariables,
    ...ecpayVariables,
    REQUIRE_VERIFIED_EMAIL_FOR_COD: choice(
      ['yes', 'no'],
      'no',
      'whether cash on delivery requires a verified e-mail address',
    ),
  })
  .check(authVariablesComplete)

/** The values of {@link checkoutConfig}. */
export type CheckoutConfig = z.output<typeof checkoutConfig>
