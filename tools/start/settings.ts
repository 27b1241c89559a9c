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
  /** Ports of metrics: METRICS_PORT for the gateway, and the next ones for the services; undefined where it is not set. */
  metricsPort?: number | undefined
  services: { name: ServiceName; port: number; metricsPort?: number | undefined }[]
  /** Port of the payment simulator; undefined when the environment names another ECPAY_CHECKOUT_URL. */
  paymentSimulatorPort: number | undefined
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
  /** @param server variable with the address of a server that needs no port of ours */
  const port = (variable: string, byDefault: number, purpose: string, server?: string): number => {
    const text = environment[variable] || String(byDefault)
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65_535)
      throw new CliError(`${variable} is "${text}". Set it to a port, 1 to 65535.`)
    if (server === undefined || !environment[server]) requiredPorts.push({ port: number, purpose, variable })
    return number
  }
  const gatewayPort = port('PORT', 8080, 'gateway')
  const metricsPort = environment.METRICS_PORT ? port('METRICS_PORT', 0, "the gateway's metrics") : undefined
  const metricsPortOf = (name: string, index: number) => {
    if (metricsPort === undefined) return undefined
    requiredPorts.push({ port: metricsPort + index, purpose: `metrics of ${name}`, variable: 'METRICS_PORT' })
    return metricsPort + index
  }
  const services = (Object.keys(defaultPorts) as ServiceName[])
    .filter(name => existsSync(join(projectDirectory, 'services', name, 'src', 'main.ts')))
    .map((name, index) => ({
      name,
      port: port(`${name.toUpperCase()}_PORT`, defaultPorts[name], name),
      metricsPort: metricsPortOf(name, index + 1),
    }))
  const paymentSimulatorPort = environment.ECPAY_CHECKOUT_URL
    ? undefined
    : port('PAYMENT_SIMULATOR_PORT', 8086, 'payment simulator')
  const rabbitmq = port('RABBITMQ_PORT', 5673, 'RabbitMQ', 'RABBITMQ_URL')
  const management = port('RABBITMQ_MANAGEMENT_PORT', rabbitmq + 10_000, "RabbitMQ's management", 'RABBITMQ_URL')
  const infrastructure = {
    postgres: port('POSTGRES_PORT', 5433, 'PostgreSQL', 'DATABASE_ADMIN_URL'),
    rabbitmq,
    rabbitmqManagement: management,
    redis: port('REDIS_PORT', 6380, 'Redis', 'REDIS_URL'),
    identity: port('IDENTITY_PORT', 9099, 'identity emulator', 'FIREBASE_AUTH_EMULATOR_HOST'),
  }
  const twice = requiredPorts.find((one, index) => requiredPorts.findIndex(({ port }) => port === one.port) !== index)
  if (twice !== undefined)
    throw new CliError(`Port ${twice.port} is configured twice. Choose another one with ${twice.variable}.`)
  return { gatewayPort, metricsPort, services, paymentSimulatorPort, infrastructure, requiredPorts }
}
