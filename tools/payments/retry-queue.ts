import { rejectedReasonHeader } from '@campstore/contract/messages/payments'
import { parseJson } from '@campstore/core/parse-json'
import { paymentsQueue } from '@campstore/holds/topology'
import { CliError } from '@campstore/local-servers/cli-error'
import { forwardedCopy, parkedReasonHeader, sourceQueueHeader } from '@campstore/messaging/delivery'
import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib'
import { z } from 'zod'
import { onQueue } from '../broker/on-broker.ts'
import { countWith } from './kept-queues.ts'

/** How many messages went back, by the queue they went to; how many are left, and of these the ones that cannot go back. */
export type RetryResult = { published: Map<string, number>; left: number; stuck: number }

/**
 * Publishes messages again to the queues that they came from. Each goes back once: one that is rejected again meanwhile is behind
 * all that were there before. A message is acknowledged when the broker has confirmed its copy, so a command that is killed in
 * between loses none; the copy of such a message is a repetition, which changes nothing.
 *
 * @throws {CliError} when a queue that a message came from does not exist
 */
export const retryQueue = (connection: ChannelModel, queue: string, limit: number): Promise<RetryResult> =>
  onQueue(connection, queue, { published: new Map(), left: 0, stuck: 0 }, async channel => {
    const published = new Map<string, number>()
    let [total, stuck] = [0, 0]
    const isReturned = watchReturns(channel)
    for (let count = 0; count === 0 || count < Math.min(limit, total); count += 1) {
      const message = await channel.get(queue)
      if (message === false) break
      if (count === 0) total = countWith(message)
      const target = sourceQueueOf(queue, message)
      if (target !== undefined && (await publishAgain(channel, message, target))) {
        if (isReturned()) throw new CliError(`There is no queue ${target}. Start the services first.`)
        channel.ack(message)
        published.set(target, (published.get(target) ?? 0) + 1)
      } else stuck += 1
    }
    // Those that cannot go back are still unacknowledged.
    if (stuck > 0) channel.nackAll(true)
    return { published, left: total - [...published.values()].reduce((sum, count) => sum + count, 0), stuck }
  })

function watchReturns(channel: ConfirmChannel): () => boolean {
  let returned = false
  channel.on('return', () => {
    returned = true
  })
  return () => returned
}

/** @returns false for a message whose headers cannot be encoded */
async function publishAgain(channel: ConfirmChannel, message: GetMessage, target: string): Promise<boolean> {
  const { content, properties } = forwardedCopy(message, '', target, {})
  const headers = { ...properties.headers }
  for (const name of [sourceQueueHeader, rejectedReasonHeader, parkedReasonHeader]) delete headers[name]
  try {
    channel.sendToQueue(target, content, { ...properties, headers, persistent: true, mandatory: true })
  } catch {
    return false
  }
  await channel.waitForConfirms()
  return true
}

const keptNotification = z.object({ target: z.object({ kind: z.enum(['booking', 'order']) }) })

/** A parking queue is named after its queue; a rejected message says where it was, or its body does. */
function sourceQueueOf(queue: string, { content, properties }: GetMessage): string | undefined {
  if (queue.endsWith('.parked')) return queue.slice(0, -'.parked'.length)
  const source: unknown = properties.headers?.[sourceQueueHeader]
  if (typeof source === 'string') return source
  const parsed = keptNotification.safeParse(parseJson(content))
  return parsed.success ? paymentsQueue(parsed.data.target.kind) : undefined
}
