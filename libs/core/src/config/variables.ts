import { z } from 'zod'
import { brokerAddressesIn } from './broker-addresses.ts'
import { weaknessOf } from './secret-strength.ts'
import { optional, variable } from './variable.ts'

/** A whole number from `min` to `max` in decimal digits: neither `1e3` nor `0x10`. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\s*-?\d+\s*$/)
    .pipe(z.coerce.number<string>().int().min(min).max(max))

export const wholeNumber = (min: number, max: number, fallback: number, description: string) =>
  variable(integer(min, max).default(fallback), {
    description,
    rule: `a whole number from ${min} to ${max}`,
    example: String(fallback),
  })

export const choice = <V extends string>(values: readonly V[], fallback: NoInfer<V>, description: string) =>
  variable(z.literal(values).default(fallback), {
    description,
    rule: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    example: fallback,
  })

/** A secret that cannot be guessed ({@link weaknessOf}), also on this machine. */
export const secretText = z.string().superRefine((secret, context) => {
  const message = weaknessOf(secret)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** The address of one server, with a login where it asks for one. */
const serverUrl = (protocol: RegExp) => z.url({ protocol, hostname: /^[^,]+$/ })

const serverAddress = (protocol: RegExp, description: string, rule: string, example: string) =>
  variable(serverUrl(protocol), { description, rule, example, secret: true })

export const databaseAddress = (role: string, description: string) =>
  serverAddress(
    /^postgres(ql)?$/,
    description,
    'a PostgreSQL address, postgres://role:password@host:port/database',
    `postgres://${role}:PASSWORD@127.0.0.1:5432/campstore`,
  )

const amqpProtocol = /^amqps?$/

export const brokerAddress = (user: string, description: string) =>
  serverAddress(
    amqpProtocol,
    description,
    'a RabbitMQ address, amqp://user:password@host:port/vhost',
    `amqp://${user}:PASSWORD@127.0.0.1:5672/campstore`,
  )

/** Of the gateway, and of the calls of the admin service. */
export const upstreamTimeout = wholeNumber(
  10,
  600_000,
  10_000,
  'timeout of a request to a service, in milliseconds; a call of the admin service may take four fifths of it. A process without any response for 15 percent of it counts as frozen, and requests wait for half of it, 5 s at most, while no process can be reached',
)

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
export const urlList = (description: string) =>
  variable(textList.pipe(z.array(z.url({ protocol: /^https?$/ }))), {
    description,
    rule: 'http addresses separated by commas',
    example: 'http://127.0.0.1:8081',
  })

/** The path of the signal is added, and the address is logged. */
function isCollector(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, pathname } = new URL(address)
  return username === '' && password === '' && !pathname.includes('/v1/traces')
}

/** A port from 0 to 65535, on loopback unless an address is before it. */
const listenAddress = z
  .string()
  .regex(/^\s*(?:[\w.-]+:|\[[\da-f:.]+\]:)?\d{1,5}\s*$/i)
  .transform(text => {
    const colon = text.lastIndexOf(':')
    const host = colon < 0 ? '127.0.0.1' : text.slice(0, colon).trim().replaceAll(/[[\]]/g, '')
    return { host, port: Number(text.slice(colon + 1)) }
  })
  .refine(({ port }) => port <= 65_535)

/** Metrics and traces of a process, both off unless set. */
export const telemetryVariables = {
  METRICS_PORT: variable(listenAddress.optional(), {
    description:
      'where Prometheus reads /metrics, off when unset; do not publish it: it needs no login. Under npm start it is a port, for the gateway; the services use the next ones',
    rule: 'a port of this machine (9464), or an address and a port',
    example: '0.0.0.0:9464',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    z
      .url({ protocol: /^https?$/ })
      .refine(isCollector)
      .optional(),
    {
      description: 'the collector that receives traces by OTLP over HTTP, at /v1/traces, off when unset',
      rule: 'an http address without /v1/traces and without a login',
      example: 'http://127.0.0.1:4318',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(z.coerce.number().min(0).max(1).default(0.01), {
    description: 'share of the requests whose trace is recorded; the gateway decides',
    rule: 'a number from 0 to 1',
    example: '0.01',
  }),
}

export const processVariables = {
  HOST: variable(z.string().default('127.0.0.1'), {
    description: 'the address to listen on',
    rule: 'an IP address or a host name',
    example: '0.0.0.0',
  }),
  NODE_ENV: variable(z.enum(['production', 'development', 'test']).optional(), {
    description:
      'the kind of system: production refuses local default and weak secrets, the identity emulator, demonstration projects and a mock catalogue; development permits them even with a HOST beyond this machine, and webhooks to private addresses; test compares every response with its declaration',
    rule: 'production, development or test',
    example: 'production',
  }),
  PORT: variable(integer(0, 65535), {
    description: 'the port to listen on',
    rule: 'a whole number from 0 to 65535',
    example: '8081',
  }),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info', 'the lowest level to log'),
  ...telemetryVariables,
}

export const databaseVariables = {
  DATABASE_URL: databaseAddress('campstore_booking', "the database, with the service's own role"),
  DATABASE_SESSION_URL: optional(
    databaseAddress(
      'campstore_booking',
      'PostgreSQL itself, if DATABASE_URL is a pooler in transaction mode: for work that needs its own session (relay, notifications, background work); default DATABASE_URL. For a pooler without prepared statements (PgBouncer before 1.21), add ?pgbouncer=true to DATABASE_URL',
    ),
  ),
  DATABASE_POOL_SIZE: wholeNumber(
    1,
    200,
    10,
    'database connections of one process for requests, in addition to 16 others',
  ),
}

export const replicaVariable = {
  DATABASE_REPLICA_URL: optional(
    databaseAddress(
      'campstore_booking',
      'a streaming read replica of the database, with the same role, or a host name that leads to several; not a pooler. Public reads and reports go there while it is current; otherwise to DATABASE_URL',
    ),
  ),
}

/** A list of hosts in one address would be taken for the name of one host or of a virtual host. */
const isBrokerAddress = (address: string): boolean =>
  serverUrl(amqpProtocol).safeParse(address).success && !new URL(address).pathname.includes(',') && isDecodable(address)

/** A password with a `%` that begins no escape cannot be decoded. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

/** The message broker, with an address for each node of a cluster. */
export const brokerVariables = {
  RABBITMQ_URL: variable(
    z.string().refine(list => brokerAddressesIn(list).every(isBrokerAddress)),
    {
      description:
        "the broker, with the process's own user; for a cluster the address of each node, separated by commas, with the same user and virtual host",
      rule: 'a RabbitMQ address, amqp://user:password@host:port/vhost, or several separated by commas',
      example: 'amqp://campstore_booking:PASSWORD@127.0.0.1:5672/campstore',
      secret: true,
    },
  ),
}

export const managementAddress = {
  RABBITMQ_MANAGEMENT_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
    description:
      "the broker's management API. npm run migrate uses it, by default on AMQP's host, 10000 ports above; npm run audit checks queues, bindings, consumers and timers there; booking and checkout, if it is set, check at their start whether a policy would lose payments; and tests use it with your own RABBITMQ_URL",
    rule: "an http address; with an administrator's login for commands, without one the services use that of RABBITMQ_URL",
    example: 'http://admin:PASSWORD@127.0.0.1:15672',
    secret: true,
  }),
}

/** Redis, which only makes things faster or fairer. */
export const redisVariables = {
  REDIS_URL: variable(serverUrl(/^rediss?$/).optional(), {
    description:
      'Redis, which counts requests for the rate limits of all processes together; without it each counts its own',
    rule: 'a Redis address, redis://user:password@host:port',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  }),
}
