import { randomBytes } from 'node:crypto'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { localPassword } from '@campstore/core/config/local-defaults'
import { isLoopback } from '@campstore/core/loopback'
import { CliError } from '@campstore/local-servers/cli-error'
import type { Source } from '@campstore/local-servers/servers'
import { prepareBroker, refuseUnsafeQueues } from '../broker/prepare.ts'
import { brokerPasswords, brokerUserOf, brokerUsers } from '../broker/users.ts'
import { holdSecondsOf, localRolePasswords, migrateAll, passwordVariable, rolePasswords } from '../migrate.ts'

/**
 * Migrates the database. On a server that we started, roles get the local passwords. On one from the environment, roles keep
 * their passwords; those without one get the local password only if the server is on this machine.
 *
 * @returns how many migrations were applied
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
  const variables = withoutPassword.map(passwordVariable).join(', ')
  throw new CliError(`Some login roles of the database have no password yet. Set ${variables}.`)
}

/**
 * Gives each part that uses the broker a user of its own, with the password of the environment. By default the services' is a new
 * one at each start, and the payment service's the local password, which docs/guides/payments.md names.
 * A broker from the environment is unchanged; its policies are read where RABBITMQ_MANAGEMENT_URL is set.
 *
 * @param broker.url of the broker, or of each node of a cluster, separated by commas
 * @returns the AMQP address that a service logs in with
 */
export async function brokerUsersFor(
  { url, managementUrl, source }: { url: string; managementUrl: string; source: Source },
  environment: NodeJS.ProcessEnv,
): Promise<(service: string) => string | undefined> {
  const holdSeconds = holdSecondsOf(environment)
  const addresses = brokerAddressesIn(url)
  if (source === 'environment') {
    if (environment.RABBITMQ_MANAGEMENT_URL) await refuseUnsafeQueues(addresses[0], managementUrl, holdSeconds)
    return () => url
  }
  const clients = Object.keys(brokerUsers)
  const given: Partial<Record<string, string>> = brokerPasswords(environment)
  const byDefault = (client: string) => (client === 'payment' ? localPassword : randomBytes(18).toString('hex'))
  const passwords = new Map(clients.map(client => [client, given[client] ?? byDefault(client)]))
  await prepareBroker({ adminUrl: addresses[0], managementUrl, passwords: Object.fromEntries(passwords), holdSeconds })
  return service => {
    const password = passwords.get(service)
    if (password === undefined) return undefined
    const login = { username: brokerUserOf(service), password }
    return addresses.map(address => Object.assign(new URL(address), login).href).join(',')
  }
}
