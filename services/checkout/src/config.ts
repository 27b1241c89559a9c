import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { brokerVariables, managementAddress, replicaVariable } from '@campstore/core/config/variables'
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
  })
  .check(authVariablesComplete)

/** The values of {@link checkoutConfig}. */
export type CheckoutConfig = z.output<typeof checkoutConfig>
