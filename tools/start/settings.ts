import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import type { RequiredPort } from '@campstore/local-servers/ports'

/** The services behind the gateway and their usual ports (decisions, section 11). */
const usualPorts = { booking: 8081, products: 8082, checkout: 8083, me: 8084, admin: 8085 } as const

/** Name of a service. */
export type ServiceName = keyof typeof usualPorts

/** What `npm start` brings up, and where. */
export type StartSettings = {
  gatewayPort: number
  /** Only those that have a `src/main.ts`. */
  services: { name: ServiceName; port: number }[]
  infrastructure: { postgres: number; rabbitmq: number; rabbitmqManagement: number; redis: number; identity: number }
  /** Everything that will be listened on by us. */
  requiredPorts: RequiredPort[]
}

/**
 * Reads where everything shall listen from the environment.
 *
 * @throws {CliError} when a variable is no port, or two want the same one
 */
export function startSettings(projectDirectory: string, environment: NodeJS.ProcessEnv): StartSettings {
  const requiredPorts: RequiredPort[] = []
  const port = (variable: string, usual: number, purpose: string, ours = true): number => {
    const text = environment[variable] || String(usual)
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65_535)
      throw new CliError(`${variable} is ${text}: it wants a port, 1 to 65535`)
    if (ours) requiredPorts.push({ port: number, purpose, variable })
    return number
  }
  const gatewayPort = port('PORT', 8080, 'gateway')
  const names = Object.keys(usualPorts) as ServiceName[]
  const services = names
    .filter(name => existsSync(join(projectDirectory, 'services', name, 'src', 'main.ts')))
    .map(name => ({ name, port: port(`${name.toUpperCase()}_PORT`, usualPorts[name], name) }))
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
  const twice = requiredPorts.find(
    (wanted, index) => requiredPorts.findIndex(({ port }) => port === wanted.port) !== index,
  )
  if (twice !== undefined) throw new CliError(`port ${twice.port} is wanted twice: move one with ${twice.variable}`)
  return { gatewayPort, services, infrastructure, requiredPorts }
}
