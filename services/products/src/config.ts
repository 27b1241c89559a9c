import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { processVariables } from '@campstore/core/config/variables'
import { httpVariables, ownerVariables } from '@campstore/service/config'
import { z } from 'zod'

const modeVariable = {
  CATALOGUE_MODE: z
    .enum(['database', 'mock'])
    .default('database')
    .describe('database or mock, where the catalogue is: in the database or in CATALOGUE_MOCK_FILE (default database)'),
}

/** Selects one of the two configurations below. */
export const catalogueMode = z.object(modeVariable)

/** Everything that configures the products service. */
export const productsConfig = z.object({ ...ownerVariables, ...modeVariable }).superRefine(authVariablesComplete)

/** The values of {@link productsConfig}. */
export type ProductsConfig = z.output<typeof productsConfig>

/** Everything that configures the products service in mock mode. */
export const mockConfig = z.object({
  ...processVariables,
  ...httpVariables,
  CATALOGUE_MOCK_FILE: z
    .string()
    .describe('a JSON file, {"products": […]} in the shape of the contract (with CATALOGUE_MODE=mock)'),
})

/** The values of {@link mockConfig}. */
export type MockConfig = z.output<typeof mockConfig>
