import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { variable } from '@campstore/core/config/variable'
import { processVariables, replicaVariable } from '@campstore/core/config/variables'
import { httpVariables, ownerVariables } from '@campstore/service/config'
import { z } from 'zod'

/** Everything that configures the products service. */
export const productsConfig = z.object({ ...ownerVariables, ...replicaVariable }).check(authVariablesComplete)

/** The values of {@link productsConfig}. */
export type ProductsConfig = z.output<typeof productsConfig>

/** Everything that configures the products service in mock mode. */
export const mockConfig = z.object({
  ...processVariables,
  ...httpVariables,
  CATALOGUE_MOCK_FILE: variable(z.string(), {
    description: 'a file with the catalogue, for development: then products needs no servers',
    rule: 'the path of a JSON file, {"products": […]} in the shape of the contract',
    example: 'catalogue.json',
  }),
})

/** The values of {@link mockConfig}. */
export type MockConfig = z.output<typeof mockConfig>
