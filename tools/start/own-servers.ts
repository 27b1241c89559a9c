import { randomBytes } from 'node:crypto'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { localPassword } from '@campstore/core/config/local-defaults'
import { isLoopback } from '@campstore/core/loopback'
import { CliError } from '@campstore/local-servers/cli-error'
import type { Source } from '@campstore/local-servers/servers'
import { prepareBroker, refuseUnsafeQueues } from '../broker/prepare.ts'
import { brokerPasswords, brokerUserOf, brokerUsers, withLogin } from '../broker/users.ts'
import { rolePasswordVariable } from '../configuration/tool-variables.ts'
import { holdSecondsOf, localRolePasswords, migrateAll, rolePasswords } from '../migrate.ts'

/**
 * Migrates the database. On a server that we started, roles get the local passwords. On one from the environment, roles keep
 * their passwords; users without one get the local password only if the server is on this machine. Returns how many were applied.
 *
 * @throws {CliError} naming the variables of passwords that are missing
 */
export async function migrateFor(
  { adminUrl, source }: { adminUrl: string; source: Source },
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const external = source === 'environment'
  const given = external ? rolePasswords(environment) : localRolePasswords(environment)
  const initial = external && isLoopback(new URL(adminUrl).hostname) ? localPassword : undefined
  const { applied, withoutPassword } = await migrateAll({ adminUrl, passwords: { given, initial } })
  if (withoutPassword.length === 0) return applied.length
  const variables = withoutPassword.map(rolePasswordVariable).join(', ')
  throw new CliError(`Some login roles of the database have no password yet. Set ${variables}.`)
}

/** The logins of the parts that use the broker: their passwords, and the AMQP address of each. */
export type BrokerLogins = { passwords: Readonly<Record<string, string>>; urlFor(service: string): string | undefined }

/**
 * Chooses the logins of the broker. Without a password in the environment, services get a new one at each start, and the payment
 * service the local one (docs/guides/payments.md). All use a broker from the environment by its own address.
 *
 * @param url of the broker, or of each node of a cluster, separated by commas
 */
export function brokerLogins(url: string, source: Source, environment: NodeJS.ProcessEnv): BrokerLogins {
  if (source === 'environment') return { passwords: {}, urlFor: () => url }
  const given: Partial<Record<string, string>> = brokerPasswords(environment)
  const byDefault = (client: string) => (client === 'payment' ? localPassword : randomBytes(18).toString('hex'))
  const passwords = Object.fromEntries(
    Object.keys(brokerUsers).map(client => [client, given[client] ?? byDefault(client)]),
  )
  const urlFor = (service: string) => {
    const password = passwords[service]
    if (password === undefined) return undefined
    return withLogin(url, { username: brokerUserOf(service), password })
  }
  return { passwords, urlFor }
}

/** Makes a broker ready: users, policies, queues. One from the environment is only checked, where RABBITMQ_MANAGEMENT_URL is set. */
export async function prepareBrokerFor(
  { url, managementUrl, source }: { url: string; managementUrl: string; source: Source },
  { passwords }: BrokerLogins,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const holdSeconds = holdSecondsOf(environment)
  const [adminUrl] = brokerAddressesIn(url)
  if (source !== 'environment') await prepareBroker({ adminUrl, managementUrl, passwords, holdSeconds })
  else if (environment.RABBITMQ_MANAGEMENT_URL) await refuseUnsafeQueues(adminUrl, managementUrl, holdSeconds)
}
