import type { ChannelModel } from 'amqplib'

/**
 * How many messages a queue has that no consumer has taken; one that was never declared has none.
 *
 * A channel closes when a queue does not exist, so each call has its own channel.
 */
export async function countMessages(connection: ChannelModel, queue: string): Promise<number> {
  const channel = await connection.createChannel()
  let isAbsent = false
  channel.on('error', (error: { code?: number }) => {
    isAbsent = error.code === 404
  })
  try {
    return (await channel.checkQueue(queue)).messageCount
  } catch (error) {
    if (isAbsent) return 0
    throw error
  } finally {
    await channel.close().catch(() => {})
  }
}
