import { tolerateUndecodableHeaders } from '@campstore/messaging/library-fixes'
import type { ChannelModel } from 'amqplib'
import { onBroker } from './broker/on-broker.ts'
import { numberOption, parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'
import { browseQueue, type KeptGroup, keptQueues } from './payments/kept-queues.ts'
import { type RetryResult, retryQueue } from './payments/retry-queue.ts'
import { keptTable, listRefundsDue } from './payments/table.ts'

/** What the command line asks for. */
type Request = { groups: readonly KeptGroup[]; retry: boolean; limit: number }

const maxLimit = 10_000
const allGroups: readonly KeptGroup[] = ['unapplied', 'rejected', 'parked']

function requestFrom(args: readonly string[]): Request {
  const options = {
    unapplied: { type: 'boolean' },
    rejected: { type: 'boolean' },
    parked: { type: 'boolean' },
    retry: { type: 'boolean', default: false },
    limit: { type: 'string', default: '100' },
  } as const
  const { values } = parseCommandLine('payments', args, options)
  const { retry } = values
  const limit = numberOption('payments', '--limit', values.limit, { from: 1, to: maxLimit })
  if (retry && values.unapplied)
    throw new UsageError('payments', 'Unapplied payments are refunded and cannot be retried.')
  const named = allGroups.filter(group => values[group])
  if (named.length > 0) return { groups: named, retry, limit }
  return { groups: retry ? ['rejected', 'parked'] : allGroups, retry, limit }
}

/**
 * Lists the payments that wait for somebody to act, or publishes them again to the queues that they came from.
 *
 * @throws {CliError} in one line, when the command line is wrong or the broker cannot be reached
 */
export async function payments(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { groups, retry, limit } = requestFrom(args)
  // A parked message may have headers that would end the connection.
  tolerateUndecodableHeaders()
  const work = async (connection: ChannelModel): Promise<string> => {
    const parts: string[] = []
    for (const group of groups)
      for (const queue of keptQueues[group])
        parts.push(await (retry ? retryPart(connection, queue, limit) : listPart(connection, queue, group, limit)))
    const adminUrl = environment.DATABASE_ADMIN_URL
    if (adminUrl && !retry && groups.includes('unapplied')) parts.push(await listRefundsDue(adminUrl, limit))
    return parts.join('\n')
  }
  return onBroker(requiredAddress(environment, 'RABBITMQ_URL'), work, 'RABBITMQ_URL')
}

const advice: Record<KeptGroup, string> = {
  unapplied: 'to be refunded by the payment service, which then acknowledges them',
  rejected: 'malformed or wrongly signed',
  parked: 'failed by their own fault',
}

async function listPart(connection: ChannelModel, queue: string, group: KeptGroup, limit: number): Promise<string> {
  const { messages, total } = await browseQueue(connection, queue, limit)
  if (messages.length === 0) return `${queue}: none`
  const title = `${queue}: ${counted(total)}, ${advice[group]}`
  const rest = total > messages.length ? `\n  … and ${total - messages.length} more (--limit N shows more)` : ''
  return `${title}\n${keptTable(messages)}${rest}`
}

async function retryPart(connection: ChannelModel, queue: string, limit: number): Promise<string> {
  const { published, left, stuck }: RetryResult = await retryQueue(connection, queue, limit)
  const lines = [...published].map(([target, count]) => `${queue}: ${counted(count)} published again to ${target}`)
  if (stuck > 0) lines.push(`${queue}: ${counted(stuck)} cannot be published again: it is not known where to`)
  if (left > stuck) lines.push(`${queue}: ${counted(left - stuck)} left (--limit N retries more)`)
  return lines.length === 0 ? `${queue}: none` : lines.join('\n')
}

const counted = (count: number): string => (count === 1 ? '1 message' : `${count} messages`)

if (import.meta.main) await runCommand((args, environment) => payments(args, environment))
