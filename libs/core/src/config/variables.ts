import { z } from 'zod'

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const url = (protocol: RegExp) => z.url({ protocol })

/** A whole number from `min` to `max`, with a default. */
export const wholeNumber = (min: number, max: number, fallback: number, what: string) =>
  whole(min, max).default(fallback).describe(`${what}, a whole number from ${min} to ${max} (default ${fallback})`)

/** Texts separated by commas; empty means that there is none. */
export const textList = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  )

/** A comma-separated list of http(s) base addresses; empty means that there is none. */
export const urlList = (what: string) =>
  textList.pipe(z.array(url(/^https?$/))).describe(`${what}, http addresses separated by commas`)

/** Metrics and traces of a process, both off unless set. */
export const telemetryVariables = {
  METRICS_PORT: whole(0, 65535)
    .optional()
    .describe(
      'the port at which Prometheus reads /metrics, 0 to 65535, unset: off; never published, because it needs no login. Under npm start it is that of the gateway, and the services have the next ones',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('the address to listen on for metrics (default 127.0.0.1)'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/)
    .optional()
    .describe('base URL of a collector that receives traces by OTLP over HTTP, http(s)://host:4318; unset: off'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('share of the requests whose trace is recorded, 0 to 1, decided by the gateway (default 0.01)'),
}

/** Where a process listens, how it logs, and its telemetry. */
export const processVariables = {
  HOST: z.string().default('127.0.0.1').describe('the address to listen on (default 127.0.0.1)'),
  NODE_ENV: z
    .string()
    .optional()
    .describe('production refuses local default secrets, the identity emulator and demonstration projects'),
  ALLOW_LOCAL_SECRETS: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'yes or no: whether local default secrets are allowed with a HOST beyond this machine, for development in containers; never in production (default no)',
    ),
  PORT: whole(0, 65535).describe('the port to listen on, 0 to 65535'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent (default info)'),
  ...telemetryVariables,
}

/** The database of a service, with its own login role. */
export const databaseVariables = {
  DATABASE_URL: url(/^postgres(ql)?$/).describe(
    "a PostgreSQL address with the service's own role, postgres://role:password@host:port/database",
  ),
  DATABASE_POOL_SIZE: wholeNumber(1, 200, 10, 'database connections of one process for requests'),
  DATABASE_BACKGROUND_POOL_SIZE: wholeNumber(
    1,
    200,
    12,
    'database connections of one process for background work: ends of holds, payments, relay, retention',
  ),
  DATABASE_STAFF_POOL_SIZE: wholeNumber(1, 200, 3, 'database connections of one process for lists that staff ask for'),
}

/** The message broker. */
export const brokerVariables = {
  RABBITMQ_URL: url(/^amqps?$/).describe('a RabbitMQ address, amqp://user:password@host:port/vhost'),
}

/** Redis, which only makes things faster or fairer. */
export const redisVariables = {
  REDIS_URL: url(/^rediss?$/)
    .optional()
    .describe('a Redis address, redis://host:port (optional)'),
}
