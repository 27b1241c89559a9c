import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { gatewayConfig } from '../../gateway/src/config.ts'
import { adminConfig } from '../../services/admin/src/config.ts'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { checkoutConfig } from '../../services/checkout/src/config.ts'
import { meConfig } from '../../services/me/src/config.ts'
import { mockConfig, productsConfig } from '../../services/products/src/config.ts'

const exampleUrl = new URL('../../.env.example', import.meta.url)

/** Variables by name, each with its description and default. */
type Variables = Map<string, { description: string; value: string | undefined }>

function variablesOf(schema: z.ZodObject): Variables {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const absent = field.safeParse(undefined)
    const value = absent.success ? String(absent.data ?? '') : undefined
    return [name, { description: field.meta()?.description ?? '', value }] as const
  })
  return new Map(entries)
}

const gateway = variablesOf(gatewayConfig)
const services = [
  ['the booking service', variablesOf(bookingConfig)],
  ['the checkout service', variablesOf(checkoutConfig)],
  ['the me service', variablesOf(meConfig)],
  ['the admin service', variablesOf(adminConfig)],
  ['the products service', variablesOf(productsConfig)],
  ['the products service in mock mode, which needs no more of the above than PORT', variablesOf(mockConfig)],
] as const

const serviceOf = (role: string) =>
  [
    `${role.toUpperCase()}_DATABASE_PASSWORD`,
    {
      description: `password of the login role campstore_${role}; npm run migrate sets it when it is given`,
      value: '',
    },
  ] as const
const brokerUserOf = (client: string) =>
  [
    `${client.toUpperCase()}_BROKER_PASSWORD`,
    {
      description: `password of the RabbitMQ user campstore_${client}; npm run migrate sets it when it is given`,
      value: '',
    },
  ] as const
const portOf = (variable: string, server: string, value: number) =>
  [variable, { description: `port of ${server} under npm start (default ${value})`, value: String(value) }] as const

/** Where the launcher and the tools look besides; they have no schema. */
const tools: Variables = new Map([
  [
    'DATABASE_ADMIN_URL',
    { description: 'a PostgreSQL address with the role that owns everything, for migrations and imports', value: '' },
  ],
  ...['booking', 'products', 'checkout', 'me', 'admin'].map(serviceOf),
  [
    'RABBITMQ_MANAGEMENT_URL',
    {
      description:
        "the address of the broker's management API with an administrator's login, for npm run migrate and for tests on a RABBITMQ_URL of your own; by default on AMQP's host, 10000 ports above",
      value: '',
    },
  ],
  [
    'RABBITMQ_ADMIN_URL',
    {
      description:
        "a RabbitMQ address with an administrator's login, whose exchanges, queues and users npm run migrate then makes",
      value: '',
    },
  ],
  ...['booking', 'checkout', 'me', 'payment'].map(brokerUserOf),
  portOf('BOOKING_PORT', 'the booking service', 8081),
  portOf('PRODUCTS_PORT', 'the products service', 8082),
  portOf('CHECKOUT_PORT', 'the checkout service', 8083),
  portOf('ME_PORT', 'the me service', 8084),
  portOf('ADMIN_PORT', 'the admin service', 8085),
  portOf('PAYMENT_SIMULATOR_PORT', 'the payment simulator', 8086),
  portOf('POSTGRES_PORT', 'PostgreSQL', 5433),
  portOf('RABBITMQ_PORT', 'RabbitMQ', 5673),
  portOf('RABBITMQ_MANAGEMENT_PORT', "RabbitMQ's management API", 15673),
  portOf('REDIS_PORT', 'Redis', 6380),
  portOf('IDENTITY_PORT', 'the identity emulator', 9099),
])

/** What several processes share is listed once; `without` is what was listed before. */
function section(title: string, variables: Variables, without: readonly Variables[] = []): string {
  const own = [...variables].filter(([name]) => !without.some(listed => listed.has(name)))
  const lines = own.flatMap(([name, { description, value }]) => [
    `# ${description}`,
    value === undefined ? `${name}=` : `# ${name}=${value}`,
    '',
  ])
  const nothing = ['# nothing that is not listed above', '']
  return [`## ${title}`, '', ...(lines.length === 0 ? nothing : lines)].join('\n')
}

const expected = [
  '# Configuration of every process, by environment variables. A line that is commented out shows the default; the others',
  '# must be given. `npm start` gives everything itself. Kept in step with the schemas by test/configuration/env-example.test.ts.',
  '',
  ...services.map(([title, variables], index) =>
    section(
      title,
      variables,
      services.slice(0, index).map(([, listed]) => listed),
    ),
  ),
  section(
    'the gateway (PORT has the default 8080 there)',
    gateway,
    services.map(([, listed]) => listed),
  ),
  section('the launcher and the tools', tools),
].join('\n')

test('.env.example lists every variable of every configuration schema, with its description and default', async () => {
  await expect(expected).toMatchFileSnapshot('../../.env.example')
})

test('every variable has a description', () => {
  const silent = [gateway, ...services.map(([, variables]) => variables)].flatMap(variables =>
    [...variables].filter(([, { description }]) => description === '').map(([name]) => name),
  )
  expect(silent).toEqual([])
})

test('no variable is listed twice', () => {
  const names = [...readFileSync(exampleUrl, 'utf8').matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(match => match[1])
  expect(names).toEqual([...new Set(names)])
})
