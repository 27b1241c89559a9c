import { CliError, explained } from '@campstore/local-servers/cli-error'
import { managementClient, repeatedly, vhostOf } from '@campstore/local-servers/management'
import { findUnsafeQueues, unsafeQueuesText } from '@campstore/messaging/queue-settings'
import { declareTopology } from '@campstore/messaging/topology'
import { onBroker } from './on-broker.ts'
import { permit, prepareUser } from './permit.ts'
import { keepMessages, keepUnroutedPayments } from './policies.ts'
import { type BrokerClient, brokerUsers, wholeTopology } from './users.ts'

/**
 * Brings a broker up to date: exchanges and queues, the policies by which messages stay, then a user for each client with the
 * rights it needs and no more. May be run again at any time. A user's password is changed only when one is given; a user that is
 * made without a password cannot log in.
 *
 * @param options.adminUrl AMQP address with the virtual host, and the login of an administrator
 * @param options.managementUrl address of the management API, with such a login
 * @returns the clients whose user has no password
 * @throws {CliError} when the broker cannot be reached or refuses, or when a policy would lose payments or break their order
 */
export async function prepareBroker(options: {
  adminUrl: string
  managementUrl: string
  passwords: Partial<Record<BrokerClient, string>>
  holdSeconds: number
}): Promise<{ withoutPassword: BrokerClient[] }> {
  const { adminUrl, managementUrl, passwords, holdSeconds } = options
  await declare(adminUrl, holdSeconds)
  const manage = managementClient(managementUrl)
  const vhost = vhostOf(adminUrl)
  await keepMessages(manage, vhost, wholeTopology(holdSeconds))
  await keepUnroutedPayments(manage, vhost)
  const withoutPassword: BrokerClient[] = []
  for (const client of Object.keys(brokerUsers) as BrokerClient[]) {
    const user = brokerUsers[client]
    const tags = user.readsManagement ? 'management' : ''
    if (!(await prepareUser(manage, user.name, passwords[client], tags))) withoutPassword.push(client)
    await permit(manage, vhost, user)
  }
  await refuseUnsafeQueues(adminUrl, managementUrl, holdSeconds)
  return { withoutPassword }
}

/** @throws {CliError} with a line for each policy of the broker that would lose payments or break their order */
export async function refuseUnsafeQueues(url: string, managementUrl: string, holdSeconds: number): Promise<void> {
  const topology = wholeTopology(holdSeconds)
  const unsafe = await findUnsafeQueues({ url, managementUrl, topology, call: repeatedly }).catch(
    explained('Cannot read the settings of the queues'),
  )
  if (unsafe.length > 0) throw new CliError(`${unsafeQueuesText}\n${unsafe.map(line => `  ${line}`).join('\n')}`)
}

const declare = (adminUrl: string, holdSeconds: number): Promise<void> =>
  onBroker(adminUrl, async connection => {
    const channel = await connection.createChannel()
    // The call in progress fails with the same error.
    channel.on('error', () => {})
    await declareTopology(channel, wholeTopology(holdSeconds)).catch(
      explained('RabbitMQ refused the exchanges and queues'),
    )
  })
