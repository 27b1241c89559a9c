import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type ChannelModel, connect } from 'amqplib'

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
