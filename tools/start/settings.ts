import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@campstore/core/config/load-config'
import { CliError } from '@campstore/local-servers/cli-error'
import type { RequiredPort } from '@campstore/local-servers/ports'
import { z } from 'zod'
import { portVariables } from '../configuration/tool-variables.ts'

type PortVariable = keyof typeof portVariables

/** The services behind the gateway, and the variables of their ports. */
const portOf = {
  booking: 'BOOKING_PORT',
  products: 'PRODUCTS_PORT',
  checkout: 'CHECKOUT_PORT',
  me: 'ME_PORT',
  admin: 'ADMIN_PORT',
} as const

/** Name of a service. */
export type ServiceName = keyof typeof portOf

const serviceNames = Object.keys(portOf) as ServiceName[]

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
 * @throws {ConfigError} with every variable that is not a port
 * @throws {CliError} when two ports are the same
 */
export function startSettings(projectDirectory: string, environment: NodeJS.ProcessEnv): StartSettings {
  const ports = loadConfig(z.object(portVariables), environment)
  const requiredPorts: RequiredPort[] = []
  /** @param server variable with the address of a server that needs no port of ours */
  const port = (variable: PortVariable, purpose: string, server?: string): number => {
    const number = ports[variable] ?? ports.RABBITMQ_PORT + 10_000
    if (server === undefined || !environment[server]) requiredPorts.push({ port: number, purpose, variable })
    return number
  }
  const gatewayPort = port('PORT', 'gateway')
  const metricsPort = ports.METRICS_PORT === undefined ? undefined : port('METRICS_PORT', "the gateway's metrics")
  const metricsPortOf = (name: string, index: number) => {
    if (metricsPort === undefined) return undefined
    requiredPorts.push({ port: metricsPort + index, purpose: `metrics of ${name}`, variable: 'METRICS_PORT' })
    return metricsPort + index
  }
  const services = serviceNames
    .filter(name => existsSync(join(projectDirectory, 'services', name, 'src', 'main.ts')))
    .map((name, index) => ({
      name,
      port: port(portOf[name], name),
      metricsPort: metricsPortOf(name, index + 1),
    }))
  const paymentSimulatorPort = environment.ECPAY_CHECKOUT_URL
    ? undefined
    : port('PAYMENT_SIMULATOR_PORT', 'payment simulator')
  const infrastructure = {
    rabbitmq: port('RABBITMQ_PORT', 'RabbitMQ', 'RABBITMQ_URL'),
    rabbitmqManagement: port('RABBITMQ_MANAGEMENT_PORT', "RabbitMQ's management", 'RABBITMQ_URL'),
    postgres: port('POSTGRES_PORT', 'PostgreSQL', 'DATABASE_ADMIN_URL'),
    redis: port('REDIS_PORT', 'Redis', 'REDIS_URL'),
    identity: port('IDENTITY_PORT', 'identity emulator', 'FIREBASE_AUTH_EMULATOR_HOST'),
  }
  const twice = requiredPorts.find((one, index) => requiredPorts.findIndex(({ port }) => port === one.port) !== index)
  if (twice !== undefined)
    throw new CliError(`Port ${twice.port} is configured twice. Choose another one with ${twice.variable}.`)
  return { gatewayPort, metricsPort, services, paymentSimulatorPort, infrastructure, requiredPorts }
}
