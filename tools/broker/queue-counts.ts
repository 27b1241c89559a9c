import type { ChannelModel, ConfirmChannel } from 'amqplib'

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
