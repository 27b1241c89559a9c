import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { serverHome } from '@campstore/local-servers/os-users'
import { addressOf } from '@campstore/local-servers/ports'
import { chooseServers, type LocalServers, type Source } from '@campstore/local-servers/servers'
import { localDirectory, projectDirectory } from '../command.ts'
import type { SystemRecord } from '../system/record.ts'
import type { StartSettings } from './settings.ts'

/** Folder for the logs of all processes. */
export const logs = join(localDirectory, 'logs')

/** Chooses the servers of `npm start`, which keep their data. */
export function localServers({ infrastructure: ports, gatewayPort }: StartSettings): Promise<LocalServers> {
  const home = serverHome(projectDirectory)
  for (const folder of [home, logs]) mkdirSync(folder, { recursive: true })
  return chooseServers({ home, logs, ports, environment: process.env, throwAway: false, label: String(gatewayPort) })
}

/** The addresses of the servers. */
export type Places = {
  postgres: { adminUrl: string; source: Source }
  rabbitmq: { url: string; managementUrl: string; source: Source; paymentPassword: string | undefined }
  redis: { url: string; source: Source } | undefined
  identity: { host: string; source: Source }
}

/**
 * The addresses that other commands need, and how long holds last. Those of the environment may contain passwords that are not ours to write down; the
 * other commands get them as this one did.
 */
export function systemVariables(
  { postgres, rabbitmq, identity }: Places,
  gatewayPort: number,
  { CHECKOUT_HOLD_SECONDS }: NodeJS.ProcessEnv,
): SystemRecord['variables'] {
  return {
    ...(CHECKOUT_HOLD_SECONDS && { CHECKOUT_HOLD_SECONDS }),
    PORT: String(gatewayPort),
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    ...(postgres.source === 'environment' ? {} : { DATABASE_ADMIN_URL: postgres.adminUrl }),
    ...(rabbitmq.source === 'environment'
      ? {}
      : {
          RABBITMQ_URL: rabbitmq.url,
          ...(rabbitmq.paymentPassword && { PAYMENT_BROKER_PASSWORD: rabbitmq.paymentPassword }),
          RABBITMQ_ADMIN_URL: rabbitmq.url,
          RABBITMQ_MANAGEMENT_URL: rabbitmq.managementUrl,
        }),
  }
}

/** The processes that are started, each with the path that says whether it is ready. */
export const processesOf = (settings: StartSettings): SystemRecord['processes'] => [
  { name: 'gateway', url: local(settings.gatewayPort), readyPath: '/health' },
  ...settings.services.map(({ name, port }) => ({ name, url: local(port), readyPath: '/health/ready' })),
  ...(settings.paymentSimulatorPort === undefined
    ? []
    : [{ name: 'simulator', url: local(settings.paymentSimulatorPort), readyPath: '/health' }]),
]

/** The servers, by the names of their processes. */
export const serversOf = ({ postgres, rabbitmq, redis, identity }: Places): SystemRecord['servers'] => [
  serverOf('PostgreSQL', postgres.adminUrl, 5432, postgres.source),
  serverOf('RabbitMQ', brokerAddressesIn(rabbitmq.url)[0], 5672, rabbitmq.source),
  ...(redis ? [serverOf('Redis', redis.url, 6379, redis.source)] : []),
  { name: 'identity emulator', address: identity.host, source: identity.source },
]

const serverOf = (name: string, url: string, usualPort: number, source: Source) => ({
  name,
  address: addressOf(url, usualPort),
  source,
  isTls: /^(?:amqps|rediss):/i.test(url),
})

const local = (port: number): string => `http://127.0.0.1:${port}`
