import { setTimeout as pause } from 'node:timers/promises'
import type { ConfirmChannel } from 'amqplib'
import type { Pool } from 'pg'
import { z } from 'zod'
import { checkAll, invariants } from '../audit/audit.ts'
import { isViolated } from '../audit/report.ts'
import type { RejectedPayment } from './judges/payments.ts'
import { unfinished } from './stored.ts'

/** What is still under way when a run settles. */
export type Unsettled = {
  openHolds: number
  outbox: number
  queues: ReadonlyMap<string, number>
  audit: readonly string[]
}

/**
 * Waits until no hold is open, no message is under way and the audit finds nothing, three seconds long.
 *
 * @returns what there still is when the time is over, which is nothing in a sound system
 */
export async function settle(owner: Pool, managementUrl: string, withinMs: number): Promise<Unsettled> {
  const until = Date.now() + withinMs
  let quietSince: number | undefined
  for (;;) {
    const state = await stateOf(owner, managementUrl)
    const moving = [...state.queues].filter(([name]) => !keeps(name)).reduce((sum, [, messages]) => sum + messages, 0)
    const isQuiet = state.openHolds + state.outbox + moving + state.audit.length === 0
    quietSince = isQuiet ? (quietSince ?? Date.now()) : undefined
    if (quietSince !== undefined && Date.now() - quietSince > 3_000) return state
    if (Date.now() > until) return state
    await pause(500)
  }
}

/** Queues whose messages go nowhere by themselves. */
const keeps = (name: string): boolean =>
  name.endsWith('.parked') || name === 'payments.rejected' || name === 'payments.unapplied'

async function stateOf(owner: Pool, managementUrl: string): Promise<Unsettled> {
  const [{ openHolds, outbox }, queues, audit] = await Promise.all([
    unfinished(owner),
    messagesIn(managementUrl),
    auditViolations(owner, ['always', 'soon']),
  ])
  return { openHolds, outbox, queues, audit }
}

const listed = z.array(z.object({ name: z.string(), messages: z.number().default(0) }))

/** Messages of every queue, ready or in a consumer's hand, as of the broker's last statistics. */
export async function messagesIn(managementUrl: string): Promise<Map<string, number>> {
  const { origin, username, password } = new URL(managementUrl)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const answer = await fetch(`${origin}/api/queues`, {
    headers: { authorization },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`the broker's management answers ${answer.status}`)
  return new Map(listed.parse(await answer.json()).map(({ name, messages }) => [name, messages]))
}

/** What the audit finds of these classes, each row in one line. */
export async function auditViolations(
  owner: Pool,
  classes: readonly (typeof invariants)[number]['holds'][],
): Promise<string[]> {
  const client = await owner.connect()
  try {
    const found = await checkAll(
      client,
      invariants.filter(({ holds }) => classes.includes(holds)),
    )
    return found
      .filter(isViolated)
      .flatMap(({ invariant, rows }) => rows.map(row => `audit: ${invariant.rule}: ${JSON.stringify(row)}`))
  } finally {
    client.release()
  }
}

/** Reads, and leaves where they are, the payments that were rejected. */
export async function rejectedPayments(channel: ConfirmChannel): Promise<RejectedPayment[]> {
  const rejected: RejectedPayment[] = []
  for (;;) {
    const message = await channel.get('payments.rejected')
    if (!message) break
    const { messageId, headers } = message.properties
    rejected.push({ eventId: String(messageId), reason: String(headers?.['x-rejected-reason']) })
  }
  channel.nackAll(true)
  return rejected
}
