import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import type { RequiredPort } from '@campstore/local-servers/ports'

/** The services behind the gateway and their default ports. */
const defaultPorts = { booking: 8081, products: 8082, checkout: 8083, me: 8084, admin: 8085 } as const

/** Name of a service. */
export type ServiceName = keyof typeof defaultPorts

/** What `npm start` runs, and on which ports. */
export type StartSettings = {
  gatewayPort: number
  services: { name: ServiceName; port: number }[]
  infrastructure: { postgres: number; rabbitmq: number; rabbitmqManagement: number; redis: number; identity: number }
  /** Every port that our processes listen on. */
  requiredPorts: RequiredPort[]
}

/**
 * Reads the ports from the environment.
 *
 * @throws {CliError} when a variable is not a port, or two are the same
 */
export function startSettings(projectDirectory: string, environment: NodeJS.ProcessEnv): StartSettings {
  const requiredPorts: RequiredPort[] = []
  const port = (variable: string, byDefault: number, purpose: string, started = true): number => {
    const text = environment[variable] || String(byDefault)
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65_535)
      throw new CliError(`${variable} is "${text}". Set it to a port, 1 to 65535.`)
    if (started) requiredPorts.push({ port: number, purpose, variable })
    return number
  }
  const gatewayPort = port('PORT', 8080, 'gateway')
  const names = Object.keys(defaultPorts) as ServiceName[]
  const services = names
    .filter(name => existsSync(join(projectDirectory, 'services', name, 'src', 'main.ts')))
    .map(name => ({ name, port: port(`${name.toUpperCase()}_PORT`, defaultPorts[name], name) }))
  const rabbitmq = port('RABBITMQ_PORT', 5673, 'RabbitMQ', !environment.RABBITMQ_URL)
  const rabbitmqManagement = port(
    'RABBITMQ_MANAGEMENT_PORT',
    rabbitmq + 10_000,
    "RabbitMQ's management",
    !environment.RABBITMQ_URL,
  )
  const infrastructure = {
    postgres: port('POSTGRES_PORT', 5433, 'PostgreSQL', !environment.DATABASE_ADMIN_URL),
    rabbitmq,
    rabbitmqManagement,
    redis: port('REDIS_PORT', 6380, 'Redis', !environment.REDIS_URL),
    identity: port('IDENTITY_PORT', 9099, 'identity emulator', !environment.FIREBASE_AUTH_EMULATOR_HOST),
  }
  const twice = requiredPorts.find((one, index) => requiredPorts.findIndex(({ port }) => port === one.port) !== index)
  if (twice !== undefined)
    throw new CliError(`Port ${twice.port} is configured twice. Choose another one with ${twice.variable}.`)
  return { gatewayPort, services, infrastructure, requiredPorts }
}
