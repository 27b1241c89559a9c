import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { brokerVariables, managementAddress } from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { ownerVariables, streamVariables } from '@campstore/service/config'
import { z } from 'zod'

/** Everything that configures the booking service. */
export const bookingConfig = z
  .object({ ...ownerVariables, ...brokerVariables, ...managementAddress, ...holdVariables, ...streamVariables })
  .check(authVariablesComplete)

/** The values of {@link bookingConfig}. */
export type BookingConfig = z.output<typeof bookingConfig>
