import { loadConfig } from '@campstore/core/config/load-config'
import { CliError } from '@campstore/local-servers/cli-error'
import type { RequiredPort } from '@campstore/local-servers/ports'
import { z } from 'zod'
import { portVariables } from '../configuration/tool-variables.ts'

/** The ports with a gateway at 8080 (docs/contract/local-defaults.md#ports). With a gateway at another port they are the next ones. */
const localPorts = {
  booking: 8081,
  products: 8082,
  checkout: 8083,
  me: 8084,
  admin: 8085,
  simulator: 8086,
  identity: 9099,
  postgres: 5433,
  rabbitmq: 5673,
  rabbitmqManagement: 15_673,
  redis: 6380,
} as const

type PortName = keyof typeof localPorts

const portNames = Object.keys(localPorts) as PortName[]

/** How many ports follow the gateway's. */
export const portsBesideGateway = portNames.length

const serviceNames = ['booking', 'products', 'checkout', 'me', 'admin'] as const

export type ServiceName = (typeof serviceNames)[number]

/** What `npm start` runs, and on which ports. */
export type StartSettings = {
  gatewayPort: number
  /** Ports of metrics: METRICS_PORT for the gateway, and the next ones for the services; undefined where it is not set. */
  metricsPort?: number | undefined
  services: { name: ServiceName; port: number; metricsPort?: number | undefined }[]
  /** Port of the payment simulator; undefined when the environment names another ECPAY_CHECKOUT_URL. */
  paymentSimulatorPort: number | undefined
  infrastructure: Record<'postgres' | 'rabbitmq' | 'rabbitmqManagement' | 'redis' | 'identity', number>
  /** Every port that our processes listen on. */
  requiredPorts: RequiredPort[]
}

/** @throws {ConfigError | CliError} with every variable that is not a port; when two ports are the same */
export function startSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const { PORT: gatewayPort, METRICS_PORT: metricsPort } = loadConfig(z.object(portVariables), environment)
  const requiredPorts: RequiredPort[] = []
  const required = (port: number, purpose: string): number => {
    requiredPorts.push({ port, purpose })
    return port
  }
  const portOf = (name: PortName): number =>
    gatewayPort === 8080 ? localPorts[name] : gatewayPort + 1 + portNames.indexOf(name)
  /** @param variable with the address of a server that needs no port of ours */
  const serverPort = (name: PortName, variable: string): number =>
    environment[variable] ? portOf(name) : required(portOf(name), name)
  required(gatewayPort, 'gateway')
  const services = serviceNames.map((name, index) => ({
    name,
    port: required(portOf(name), name),
    metricsPort: metricsPort && required(metricsPort + index + 1, `metrics of ${name}`),
  }))
  if (metricsPort) required(metricsPort, 'metrics of the gateway')
  const paymentSimulatorPort = environment.ECPAY_CHECKOUT_URL
    ? undefined
    : required(portOf('simulator'), 'payment simulator')
  const infrastructure = {
    rabbitmq: serverPort('rabbitmq', 'RABBITMQ_URL'),
    rabbitmqManagement: serverPort('rabbitmqManagement', 'RABBITMQ_URL'),
    postgres: serverPort('postgres', 'DATABASE_ADMIN_URL'),
    redis: serverPort('redis', 'REDIS_URL'),
    identity: serverPort('identity', 'FIREBASE_AUTH_EMULATOR_HOST'),
  }
  const twice = requiredPorts.find((one, index) => requiredPorts.findIndex(({ port }) => port === one.port) !== index)
  if (twice !== undefined)
    throw new CliError(`Port ${twice.port} is configured twice. Choose another PORT or METRICS_PORT.`)
  return { gatewayPort, metricsPort, services, paymentSimulatorPort, infrastructure, requiredPorts }
}
