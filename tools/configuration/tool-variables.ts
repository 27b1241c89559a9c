import { strongSecret } from '@campstore/core/config/secret-strength'
import { infoOf, optional, variable } from '@campstore/core/config/variable'
import {
  brokerAddress,
  databaseAddress,
  integer,
  managementAddress,
  telemetryVariables,
  wholeNumber,
} from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { z } from 'zod'

const password = (description: string) =>
  variable(z.string().optional(), {
    description: `${description}; npm run migrate sets it when it is given`,
    rule: `a text; in production ${strongSecret}`,
    example: '$(openssl rand -hex 16)',
    secret: true,
  })

const rolePassword = (service: string) => password(`password of the login role campstore_${service}`)
const brokerPassword = (client: string) => password(`password of the RabbitMQ user campstore_${client}`)

/** Passwords of login roles and of users of the broker. */
export const passwordVariables = {
  BOOKING_DATABASE_PASSWORD: rolePassword('booking'),
  PRODUCTS_DATABASE_PASSWORD: rolePassword('products'),
  CHECKOUT_DATABASE_PASSWORD: rolePassword('checkout'),
  ME_DATABASE_PASSWORD: rolePassword('me'),
  ADMIN_DATABASE_PASSWORD: rolePassword('admin'),
  ADMIN_BROKER_PASSWORD: brokerPassword('admin'),
  BOOKING_BROKER_PASSWORD: brokerPassword('booking'),
  CHECKOUT_BROKER_PASSWORD: brokerPassword('checkout'),
  ME_BROKER_PASSWORD: brokerPassword('me'),
  PAYMENT_BROKER_PASSWORD: brokerPassword('payment'),
}

/** The servers as their administrator reaches them. */
export const administratorVariables = {
  DATABASE_ADMIN_URL: databaseAddress(
    'postgres',
    'the database, with the role that owns everything, for migrations and imports',
  ),
  RABBITMQ_ADMIN_URL: optional(
    brokerAddress(
      'admin',
      "the broker, with an administrator's login; npm run migrate then makes its exchanges, queues and users",
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
  RABBITMQ_MANAGEMENT_PORT: variable(integer(1, 65535).optional(), {
    description: "port of RabbitMQ's management API under npm start; unless set, 10000 above RABBITMQ_PORT",
    rule: 'a whole number from 1 to 65535',
    example: '15673',
  }),
  REDIS_PORT: port(6380, 'Redis'),
  IDENTITY_PORT: port(9099, 'the identity emulator'),
  METRICS_PORT: variable(integer(1, 65535).optional(), {
    ...infoOf(telemetryVariables.METRICS_PORT),
    rule: 'a whole number from 1 to 65535',
  }),
}

/** The gateway, for the commands that act as its client. */
export const gatewayAddress = {
  GATEWAY_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    description: 'the gateway that npm run demo calls; unless set, the one of npm start',
    rule: 'an http address',
    example: 'http://127.0.0.1:8080',
  }),
}

/** The broker, for the commands that act as the payment service. */
export const paymentAddress = {
  PAYMENT_RABBITMQ_URL: optional(
    brokerAddress(
      'campstore_payment',
      'the broker, with the login of the payment service, for npm run pay; unless set, RABBITMQ_URL',
    ),
  ),
}

/** Of `npm run backup` and `npm run restore`. */
export const backupVariables = {
  PG_DUMP: variable(z.string().optional(), {
    description:
      'the pg_dump that backs up, with pg_restore in the same folder; unless set, the one in the PATH, or as root on Debian one that is unpacked into .local',
    rule: 'a path',
    example: '/usr/lib/postgresql/18/bin/pg_dump',
  }),
}
