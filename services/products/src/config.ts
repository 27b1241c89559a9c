import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { variable } from '@campstore/core/config/variable'
import { choice, processVariables, replicaVariable } from '@campstore/core/config/variables'
import { httpVariables, ownerVariables } from '@campstore/service/config'
import { z } from 'zod'

const modeVariable = {
  CATALOGUE_MODE: choice(
    ['database', 'mock'],
    'database',
    'where the catalogue is: in the database, or in CATALOGUE_MOCK_FILE for development without servers',
  ),
}

/** Everything that configures the products service. */
export const productsConfig = z
  .object({ ...ownerVariables, ...replicaVariable, ...modeVariable })
  .check(authVariablesComplete)

/** The values of {@link productsConfig}. */
export type ProductsConfig = z.output<typeof productsConfig>

/** Everything that configures the products service in mock mode. */
export const mockConfig = z.object({
  ...processVariables,
  ...httpVariables,
  ...modeVariable,
  CATALOGUE_MOCK_FILE: variable(z.string(), {
    description: 'the file of the catalogue (with CATALOGUE_MODE=mock)',
    rule: 'the path of a JSON file, {"products": […]} in the shape of the contract',
    example: 'catalogue.json',
  }),
})

/** The values of {@link mockConfig}. */
export type MockConfig = z.output<typeof mockConfig>
