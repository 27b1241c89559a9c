import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'

/**
 * Does work on a separate connection to RabbitMQ.
 *
 * @param url of the broker, or of each node of a cluster, separated by commas: the first that accepts the connection is used
 * @throws {CliError} in one line, which names the variable of the address, when the broker cannot be reached
 */
export async function onBroker<T>(
  url: string,
  work: (connection: ChannelModel) => Promise<T>,
  variable?: string,
): Promise<T> {
  const connection = await connectToFirst(brokerAddressesIn(url), variable)
  const failed = new Promise<never>((_, reject) => connection.on('error', reject))
  try {
    return await Promise.race([work(connection), failed])
  } finally {
    await connection.close().catch(() => {})
  }
}

async function connectToFirst(
  [address, ...others]: readonly [string, ...string[]],
  variable: string | undefined,
): Promise<ChannelModel> {
  try {
    return await connect(address, { timeout: 60_000 })
  } catch (error) {
    const [next, ...rest] = others
    if (next !== undefined) return connectToFirst([next, ...rest], variable)
    const cause = error instanceof AggregateError ? error.errors[0] : error
    const hint = variable === undefined ? '' : ` (is ${variable} right?)`
    throw new CliError(`Cannot reach RabbitMQ at ${new URL(address).host}${hint}: ${messageOf(cause)}`)
  }
}

/**
 * Works with a queue on a separate channel, because a channel closes when its queue does not exist.
 *
 * @param ifAbsent the result for a queue that was never declared, which is empty
 * @param work gets the channel, and how many messages no consumer has taken
 */
export async function onQueue<T>(
  connection: ChannelModel,
  queue: string,
  ifAbsent: T,
  work: (channel: ConfirmChannel, count: number) => Promise<T>,
): Promise<T> {
  const channel = await connection.createConfirmChannel()
  let isAbsent = false
  channel.on('error', (error: { code?: number }) => {
    isAbsent = error.code === 404
  })
  try {
    const found = await channel.checkQueue(queue).catch(error => {
      if (!isAbsent) throw error
    })
    return found ? await work(channel, found.messageCount) : ifAbsent
  } finally {
    await channel.close().catch(() => {})
  }
}

/** How many messages a queue has that no consumer has taken. */
export const countMessages = (connection: ChannelModel, queue: string): Promise<number> =>
  onQueue(connection, queue, 0, async (_, count) => count)
