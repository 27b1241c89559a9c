import { setTimeout as delay } from 'node:timers/promises'
import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import { managementClient } from '@campstore/local-servers/management'
import { countPending } from '@campstore/testing/stored-holds'
import type { Pool } from 'pg'
import { z } from 'zod'
import { findViolations } from '../../tools/audit/audit.ts'
import { onBroker } from '../../tools/broker/on-broker.ts'
import type { RejectedPayment } from './checks/payments.ts'

/** What is pending. */
export type Pending = {
  openHolds: number
  /** Messages that were not published. */
  outbox: number
  /** Messages in each queue. */
  queues: ReadonlyMap<string, number>
  /** Violations that the audit found, each in one line. */
  audit: readonly string[]
}

const printIntervalMs = 20_000

/** Queues that keep what they get, for people or for the payment service. */
export const keepsMessages = (queue: string): boolean =>
  queue === paymentsRejectedQueue || queue === paymentsUnappliedQueue

/**
 * Waits until no hold is open, no message is pending and the audit passes, for three seconds.
 *
 * @param print is told what is pending, every 20 s
 * @returns what is pending after that, or after the timeout
 */
export async function settle(
  owner: Pool,
  managementUrl: string,
  timeoutMs: number,
  print: (line: string) => void = () => {},
): Promise<Pending> {
  const until = Date.now() + timeoutMs
  let printAt = Date.now() + printIntervalMs
  let settledSince: number | undefined
  for (;;) {
    const pending = await pendingNow(owner, managementUrl)
    settledSince = isSettled(pending) ? (settledSince ?? Date.now()) : undefined
    if (settledSince !== undefined && Date.now() - settledSince > 3_000) return pending
    if (Date.now() > until) return pending
    if (Date.now() > printAt) {
      printAt += printIntervalMs
      print(`Pending: ${describe(pending)}`)
    }
    await delay(500)
  }
}

/** Whether nothing changes any more. */
const isSettled = (pending: Pending): boolean =>
  pending.openHolds + pending.outbox + moving(pending).length + pending.audit.length === 0

/** Queues with messages. Parked messages stay where they are. */
const moving = ({ queues }: Pending) =>
  [...queues].filter(([name, count]) => count > 0 && !keepsMessages(name) && !name.endsWith('.parked'))

const describe = (pending: Pending): string =>
  [
    `${pending.openHolds} open holds`,
    `${pending.outbox} messages in outboxes`,
    ...moving(pending).map(([name, count]) => `${count} messages in ${name}`),
    ...pending.audit,
  ].join(', ')

async function pendingNow(owner: Pool, managementUrl: string): Promise<Pending> {
  const [counts, queues, audit] = await Promise.all([
    countPending(owner),
    messagesByQueue(managementUrl),
    auditViolations(owner, ['always', 'soon']),
  ])
  return { ...counts, queues, audit }
}

const listedQueues = z.array(z.object({ name: z.string(), messages: z.number().default(0) }))

/** Messages of every queue, unacknowledged ones too, as of the broker's last statistics. */
async function messagesByQueue(managementUrl: string): Promise<Map<string, number>> {
  const queues = listedQueues.parse(await managementClient(managementUrl)('GET', 'queues'))
  return new Map(queues.map(({ name, messages }) => [name, messages]))
}

/** The audit's violations, each in one line. */
export async function auditViolations(
  owner: Pool,
  holds: Parameters<typeof findViolations>[1],
): Promise<readonly string[]> {
  const violations = await findViolations(owner, holds)
  return violations.map(({ rule, row }) => `audit: ${rule}: ${JSON.stringify(row)}`)
}

/** Reads the payments in the queue of rejected ones, and leaves them there. */
export const rejectedPayments = (rabbitmqUrl: string): Promise<RejectedPayment[]> =>
  // The end of the connection requeues them.
  onBroker(rabbitmqUrl, async connection => {
    const channel = await connection.createChannel()
    const rejected: RejectedPayment[] = []
    for (;;) {
      const message = await channel.get(paymentsRejectedQueue)
      if (!message) return rejected
      rejected.push({ eventId: String(message.properties.messageId) })
    }
  })
