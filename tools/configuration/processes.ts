import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenSigning, internalTokenVerification } from '@campstore/auth/internal-keys'
import { defaultOf, infoOf, optional, type VariableInfo } from '@campstore/core/config/variable'
import { brokerVariables, databaseVariables, processVariables, redisVariables } from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import type { z } from 'zod'
import { gatewayConfig } from '../../gateway/src/config.ts'
import { adminConfig } from '../../services/admin/src/config.ts'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { checkoutConfig } from '../../services/checkout/src/config.ts'
import { meConfig } from '../../services/me/src/config.ts'
import { mockConfig, productsConfig } from '../../services/products/src/config.ts'
import { simulatorConfig } from '../payment-simulator/config.ts'
import { administratorVariables, migrationVariables, passwordVariables, portVariables } from './tool-variables.ts'

/** The configuration schemas of the processes that stay running. */
export const schemas = {
  booking: bookingConfig,
  products: productsConfig,
  checkout: checkoutConfig,
  me: meConfig,
  admin: adminConfig,
  gateway: gatewayConfig,
  simulator: simulatorConfig,
} as const

/** Everything that has configuration; `migrate` and the others below it are commands. */
export type ProcessName = keyof typeof schemas | 'start' | 'migrate' | 'commands'

const { DATABASE_ADMIN_URL, RABBITMQ_MANAGEMENT_URL } = administratorVariables
const { HOST, NODE_ENV } = processVariables

type Fields = Readonly<Record<string, z.ZodType>>

const allOptional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)]))

/** Schemas of the variables of every process, by name. */
const declarations: Readonly<Record<ProcessName, Fields>> = {
  booking: bookingConfig.shape,
  products: { ...productsConfig.shape, CATALOGUE_MOCK_FILE: optional(mockConfig.shape.CATALOGUE_MOCK_FILE) },
  checkout: checkoutConfig.shape,
  me: meConfig.shape,
  admin: adminConfig.shape,
  gateway: gatewayConfig.shape,
  simulator: simulatorConfig.shape,
  // What it is given beyond this, it passes on to the processes.
  start: {
    HOST,
    NODE_ENV,
    ...portVariables,
    ...passwordVariables,
    ...allOptional({
      DATABASE_ADMIN_URL,
      ...brokerVariables,
      RABBITMQ_MANAGEMENT_URL,
      ...redisVariables,
      ...internalTokenSigning,
      ...internalTokenVerification,
      FIREBASE_AUTH_EMULATOR_HOST: authVariables.FIREBASE_AUTH_EMULATOR_HOST,
      ECPAY_CHECKOUT_URL: checkoutConfig.shape.ECPAY_CHECKOUT_URL,
    }),
  },
  migrate: { ...migrationVariables, NODE_ENV },
  commands: allOptional({
    DATABASE_ADMIN_URL,
    RABBITMQ_MANAGEMENT_URL,
    DATABASE_URL: databaseVariables.DATABASE_URL,
    ...passwordVariables,
    ...brokerVariables,
    PAYMENT_SIGNING_SECRET: holdVariables.PAYMENT_SIGNING_SECRET,
    FIREBASE_AUTH_EMULATOR_HOST: authVariables.FIREBASE_AUTH_EMULATOR_HOST,
    PORT: portVariables.PORT,
    NODE_ENV,
  }),
}

export type Variable = Required<VariableInfo> & {
  name: string
  /** As it is written in the environment; undefined if the variable must be set, empty if nothing stands for it. */
  fallback: string | undefined
}

export const processNames = Object.keys(declarations) as ProcessName[]

/** In the order of their declaration; those without a fallback are required. */
export const variablesOf = (process: ProcessName): Variable[] =>
  Object.entries(declarations[process]).map(([name, field]) => ({ name, ...infoOf(field), fallback: defaultOf(field) }))
