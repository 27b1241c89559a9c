import { EventEmitter } from 'node:events'

/** A frozen broker, or a queue without a leader, never replies: a request is given up after this long. */
const replyTimeoutMs = 15_000

/**
 * Waits for work that sends requests to the broker, as long as replies come: where the broker is slow, or the machine is busy, many
 * take longer together than one may. Throws when no reply has come for 15 s.
 *
 * @param channel of the requests ({@link pipelineRequests}); without one the work is a single request
 */
export async function whileReplying<T>(work: Promise<T>, name: string, channel = new EventEmitter()): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error(`No reply to ${name} in ${replyTimeoutMs} ms`))
  const timer = setTimeout(giveUp, replyTimeoutMs).unref()
  const begin = () => void timer.refresh()
  channel.on('reply', begin)
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
    channel.off('reply', begin)
  }
}
