import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { brokerVariables } from '@campstore/core/config/variables'
import { ownerVariables } from '@campstore/service/config'
import { z } from 'zod'

/** Everything that configures the me service. */
export const meConfig = z.object({ ...ownerVariables, ...brokerVariables }).check(authVariablesComplete)

/** The values of {@link meConfig}. */
export type MeConfig = z.output<typeof meConfig>
