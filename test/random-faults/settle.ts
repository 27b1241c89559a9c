import { setTimeout as delay } from 'node:timers/promises'
import {
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  paymentsWithdrawnQueue,
} from '@campstore/contract/messages/payments'
import { managementClient } from '@campstore/local-servers/management'
import { countPending } from '@campstore/testing/stored-holds'
import type { Pool } from 'pg'
import { z } from 'zod'
import { findViolations } from '../../tools/audit/audit.ts'
import { checkBroker } from '../../tools/audit/broker.ts'

type Broker = { rabbitmqUrl: string; managementUrl: string }

/** What is pending. */
export type Pending = {
  openHolds: number
  /** Messages that were not published. */
  outbox: number
  /** Queues with messages, and how many; without streams, and queues that keep messages for people or for the payment service. */
  queues: readonly (readonly [name: string, messages: number])[]
  /** Violations that the audit found in the database and the broker, each in one line. */
  audit: readonly string[]
}

const listedQueues = z.array(
  z.object({ name: z.string(), type: z.string().optional(), messages: z.number().default(0) }),
)

/**
 * Waits until no hold is open, no message is pending and the audit passes, for three seconds.
 *
 * @param unconsumed queues that no running process consumes
 * @returns the work still pending after that, or after the timeout
 */
export async function settle(
  owner: Pool,
  broker: Broker,
  timeoutMs: number,
  unconsumed: readonly string[] = [],
): Promise<Pending> {
  const until = Date.now() + timeoutMs
  let settledSince: number | undefined
  for (;;) {
    const pending = await pendingNow(owner, broker, unconsumed)
    settledSince = isSettled(pending) ? (settledSince ?? Date.now()) : undefined
    if (settledSince !== undefined && Date.now() - settledSince > 3_000) return pending
    if (Date.now() > until) return pending
    await delay(500)
  }
}

/** Whether nothing changes any more. Parked messages stay where they are. */
const isSettled = ({ openHolds, outbox, queues, audit }: Pending): boolean =>
  openHolds + outbox + audit.length === 0 && queues.every(([name]) => name.endsWith('.parked'))

async function pendingNow(owner: Pool, broker: Broker, unconsumed: readonly string[]): Promise<Pending> {
  const [counts, queues, audit, ofBroker] = await Promise.all([
    countPending(owner),
    managementClient(broker.managementUrl)('GET', 'queues'),
    auditViolations(owner, ['always', 'soon']),
    checkBroker(broker.rabbitmqUrl, broker.managementUrl, owner),
  ])
  // As of the broker's last statistics; unacknowledged messages count.
  const left = listedQueues.parse(queues).flatMap(({ name, type, messages }) => {
    const keepsMessages = [
      paymentsRejectedQueue,
      paymentsUnappliedQueue,
      paymentsRefundsQueue,
      paymentsWithdrawnQueue,
      observerQueue,
    ]
    return messages === 0 || [...keepsMessages, ...unconsumed].includes(name) || type === 'stream'
      ? []
      : [[name, messages] as const]
  })
  const isExpectedRow = ({ queue }: Record<string, unknown>) => unconsumed.some(name => name === queue)
  const wrong = ofBroker.flatMap(({ invariant: { rule }, rows }) =>
    rows.filter(row => !isExpectedRow(row)).map(row => lineOf(rule, row)),
  )
  return { ...counts, queues: left, audit: [...audit, ...wrong] }
}

/** The queue of a subscriber to every event, which a run reads at its end. */
export const observerQueue = 'faults.events'

/** Payments that are wrong on purpose are not applied, and some are sent before the deadline and confirmed after it. */
const isExpected = (rule: string): boolean => /^all refunds for | that was paid before its deadline$/.test(rule)

/** The audit's violations, each in one line. */
export async function auditViolations(
  owner: Pool,
  holds: Parameters<typeof findViolations>[1],
): Promise<readonly string[]> {
  const violations = await findViolations(owner, holds)
  return violations.flatMap(({ rule, row }) => (isExpected(rule) ? [] : [lineOf(rule, row)]))
}

const lineOf = (rule: string, row: object): string => `audit: ${rule}: ${JSON.stringify(row)}`
