import { optional, variable } from '@campstore/core/config/variable'
import { brokerAddress, databaseAddress, wholeNumber } from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { z } from 'zod'

const password = (description: string) =>
  variable(z.string().optional(), {
    description: `${description}; npm run migrate sets it when it is given`,
    rule: 'a text',
    example: '$(openssl rand -hex 16)',
    secret: true,
  })

const passwords = (owners: readonly string[], kind: string, description: (owner: string) => string) =>
  Object.fromEntries(owners.map(owner => [`${owner.toUpperCase()}_${kind}_PASSWORD`, password(description(owner))]))

/** Passwords of login roles and of users of the broker. */
export const passwordVariables: Record<string, z.ZodOptional<z.ZodString>> = {
  ...passwords(
    ['booking', 'products', 'checkout', 'me', 'admin'],
    'DATABASE',
    service => `password of the login role campstore_${service}`,
  ),
  ...passwords(
    ['booking', 'checkout', 'me', 'payment'],
    'BROKER',
    client => `password of the RabbitMQ user campstore_${client}`,
  ),
}

/** The servers as their administrator reaches them. */
export const administratorVariables = {
  DATABASE_ADMIN_URL: databaseAddress('the database, with the role that owns everything, for migrations and imports'),
  RABBITMQ_ADMIN_URL: optional(
    brokerAddress(
      "the broker, with an administrator's login; npm run migrate then makes its exchanges, queues and users",
    ),
  ),
  RABBITMQ_MANAGEMENT_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    description:
      "the broker's management API, for npm run migrate and for tests on a RABBITMQ_URL of your own; by default on AMQP's host, 10000 ports above",
    rule: "an http address with an administrator's login",
    example: 'http://admin:PASSWORD@127.0.0.1:15672',
    secret: true,
  }),
}

/** What `npm run migrate` reads. */
export const migrationVariables = {
  ...administratorVariables,
  ...passwordVariables,
  CHECKOUT_HOLD_SECONDS: holdVariables.CHECKOUT_HOLD_SECONDS,
}

const port = (byDefault: number, server: string) =>
  wholeNumber(1, 65535, byDefault, `port of ${server} under npm start`)

/** The ports of `npm start`. */
export const portVariables = {
  PORT: port(8080, 'the gateway'),
  BOOKING_PORT: port(8081, 'the booking service'),
  PRODUCTS_PORT: port(8082, 'the products service'),
  CHECKOUT_PORT: port(8083, 'the checkout service'),
  ME_PORT: port(8084, 'the me service'),
  ADMIN_PORT: port(8085, 'the admin service'),
  PAYMENT_SIMULATOR_PORT: port(8086, 'the payment simulator'),
  POSTGRES_PORT: port(5433, 'PostgreSQL'),
  RABBITMQ_PORT: port(5673, 'RabbitMQ'),
  RABBITMQ_MANAGEMENT_PORT: variable(z.coerce.number().int().min(1).max(65535).optional(), {
    description: "port of RabbitMQ's management API under npm start; unless set, 10000 above RABBITMQ_PORT",
    rule: 'a whole number from 1 to 65535',
    example: '15673',
  }),
  REDIS_PORT: port(6380, 'Redis'),
  IDENTITY_PORT: port(9099, 'the identity emulator'),
}

/** The gateway, for the commands that act as its client. */
export const gatewayAddress = {
  GATEWAY_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    description: 'the gateway that npm run demo calls; unless set, the one of npm start',
    rule: 'an http address',
    example: 'http://127.0.0.1:8080',
  }),
}

/** Of `npm run backup` and `npm run restore`. */
export const backupVariables = {
  PG_DUMP: variable(z.string().optional(), {
    description:
      'the pg_dump that backs up, with pg_restore beside it; unless set, the oldest one of this machine that can read the server',
    rule: 'a path',
    example: '/usr/lib/postgresql/18/bin/pg_dump',
  }),
}
