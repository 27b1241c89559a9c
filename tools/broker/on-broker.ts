import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type ChannelModel, connect } from 'amqplib'

/**
 * Does work on a connection of its own to RabbitMQ.
 *
 * @param variable with the address, for the message
 * @throws {CliError} in one line, when the broker cannot be reached
 */
export async function onBroker<T>(
  url: string,
  work: (connection: ChannelModel) => Promise<T>,
  variable?: string,
): Promise<T> {
  const connection = await connect(url, { timeout: 10_000 }).catch(error => {
    const cause = error instanceof AggregateError ? error.errors[0] : error
    const hint = variable === undefined ? '' : ` (is ${variable} right?)`
    throw new CliError(`Cannot reach RabbitMQ at ${new URL(url).host}${hint}: ${messageOf(cause)}`)
  })
  const failed = new Promise<never>((_, reject) => connection.on('error', reject))
  try {
    return await Promise.race([work(connection), failed])
  } finally {
    await connection.close().catch(() => {})
  }
}
