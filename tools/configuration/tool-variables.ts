import { strongSecret } from '@campstore/core/config/secret-strength'
import { infoOf, optional, variable } from '@campstore/core/config/variable'
import {
  brokerAddress,
  databaseAddress,
  integer,
  managementAddress,
  telemetryVariables,
} from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { z } from 'zod'
import { brokerPasswordVariable, brokerUsers } from '../broker/users.ts'

const password = (description: string) =>
  variable(z.string().optional(), {
    description: `${description}; npm run migrate sets it if this is set`,
    rule: `a text; in production ${strongSecret}`,
    example: '$(openssl rand -hex 16)',
    secret: true,
  })

/** Those that log in to the database, each with a role of its own. */
export const databaseClients = ['booking', 'products', 'checkout', 'me', 'admin'] as const

/** The variable with the password of a client's role of the database. */
export const rolePasswordVariable = (client: string): string => `${client.toUpperCase()}_DATABASE_PASSWORD`

/** Passwords of login roles and of users of the broker. */
export const passwordVariables = Object.fromEntries([
  ...databaseClients.map(client => [
    rolePasswordVariable(client),
    password(`password of the login role campstore_${client}`),
  ]),
  ...Object.keys(brokerUsers).map(client => [
    brokerPasswordVariable(client),
    password(`password of the RabbitMQ user campstore_${client}`),
  ]),
])

/** The servers as their administrator reaches them. */
export const administratorVariables = {
  DATABASE_ADMIN_URL: databaseAddress(
    'postgres',
    'the database, with the role that owns everything, for migrations and imports',
  ),
  RABBITMQ_ADMIN_URL: optional(
    brokerAddress(
      'admin',
      "the broker, with an administrator's login; npm run migrate then creates exchanges, queues and users",
    ),
  ),
  ...managementAddress,
}

/** What `npm run migrate` reads. */
export const migrationVariables = {
  ...administratorVariables,
  ...passwordVariables,
  CHECKOUT_HOLD_SECONDS: holdVariables.CHECKOUT_HOLD_SECONDS,
}

/** The ports of `npm start`. */
export const portVariables = {
  PORT: variable(integer(1, 65_524).default(8080), {
    description:
      'port of the gateway; with a port other than 8080 under npm start, everything else uses the next ports',
    rule: 'a whole number from 1 to 65524',
    example: '8080',
  }),
  METRICS_PORT: variable(integer(1, 65_530).optional(), {
    ...infoOf(telemetryVariables.METRICS_PORT),
    rule: 'a whole number from 1 to 65530',
    example: '9464',
  }),
}
