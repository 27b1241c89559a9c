import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type BrokerUser, patternOf } from '@campstore/messaging/permissions'
import { declareTopology } from '@campstore/messaging/topology'
import { z } from 'zod'
import { keepMessages } from './kept-messages.ts'
import { type Management, managementClient } from './management.ts'
import { onBroker } from './on-broker.ts'
import { type BrokerClient, brokerUsers, wholeTopology } from './users.ts'

const storedUser = z.object({ password_hash: z.string() })

/**
 * Brings a broker up to date: exchanges and queues, the policy by which kept messages stay, then a user for each client with the rights it needs and no more. May be
 * run again at any time. A user's password is changed only when one is given; one that is made without it cannot log in.
 *
 * @param options.adminUrl AMQP address with the virtual host, and the login of an administrator
 * @param options.managementUrl address of the management API, with such a login
 * @returns the clients whose user has no password
 * @throws {CliError} in one line, when the broker cannot be reached or refuses
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
  const vhost = encodeURIComponent(decodeURIComponent(new URL(adminUrl).pathname.slice(1)) || '/')
  await keepMessages(manage, vhost, wholeTopology(holdSeconds))
  const withoutPassword: BrokerClient[] = []
  for (const client of Object.keys(brokerUsers) as BrokerClient[]) {
    const user = brokerUsers[client]
    if (!(await prepareUser(manage, user.name, passwords[client]))) withoutPassword.push(client)
    await permit(manage, vhost, user)
  }
  return { withoutPassword }
}

const declare = (adminUrl: string, holdSeconds: number): Promise<void> =>
  onBroker(adminUrl, async connection => {
    try {
      const channel = await connection.createChannel()
      // The call in progress fails with the same error.
      channel.on('error', () => {})
      await declareTopology(channel, wholeTopology(holdSeconds))
    } catch (error) {
      throw new CliError(`RabbitMQ refused the exchanges and queues: ${messageOf(error)}`)
    }
  })

/** @returns whether the user has a password */
async function prepareUser(manage: Management, name: string, password: string | undefined): Promise<boolean> {
  const path = `users/${name}`
  if (password !== undefined) {
    await manage('PUT', path, { password, tags: '' })
    return true
  }
  const stored = await manage('GET', path)
  if (stored !== undefined) return storedUser.parse(stored).password_hash !== ''
  await manage('PUT', path, { password_hash: '', tags: '' })
  return false
}

async function permit(manage: Management, vhost: string, { name, permissions }: BrokerUser): Promise<void> {
  const { configure, write, read, routingKeys = {}, bindingKeys = {} } = permissions
  await manage('PUT', `permissions/${vhost}/${name}`, {
    configure: patternOf(configure),
    write: patternOf(write),
    read: patternOf(read),
  })
  const keysOf = (keys: readonly string[] | undefined) => (keys ? patternOf(keys) : '.*')
  for (const exchange of new Set([...Object.keys(routingKeys), ...Object.keys(bindingKeys)])) {
    await manage('PUT', `topic-permissions/${vhost}/${name}`, {
      exchange,
      write: keysOf(routingKeys[exchange]),
      read: keysOf(bindingKeys[exchange]),
    })
  }
}
