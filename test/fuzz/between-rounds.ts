import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findViolations } from '../../tools/audit/audit.ts'
import type { Report } from './report.ts'
import type { Sender } from './sender.ts'
import { type FuzzSystem, removeClosures, restorePeople } from './system.ts'

const quietTimeoutMs = 30_000
const pollMs = 50
const stablePolls = 4

/** Waits until nothing is pending, checks the stored data and the audit log, and restores people and campgrounds. */
export async function betweenRounds(system: FuzzSystem, sender: Sender, report: Report): Promise<void> {
  const { owner } = system
  await untilQuiet(owner)
  for (const { rule, row } of await findViolations(owner, ['always', 'soon']))
    report.violation(`audit: ${rule}`, [JSON.stringify(row)])
  for (const row of await successesAmong(owner, sender.takeRefused()))
    report.violation('a success of a refused request in the audit log', [JSON.stringify(row)])
  await payForSome(system, sender)
  await restorePeople(owner)
  await removeClosures(owner)
  await sender.renewTokens()
  await untilQuiet(owner)
}

/** Waits until no message is to be sent and no transaction has ended for a while. */
async function untilQuiet(owner: Pool): Promise<void> {
  const until = Date.now() + quietTimeoutMs
  let previous = ''
  for (let stable = 0; stable < stablePolls; ) {
    if (Date.now() > until) throw new Error('The system did not become quiet')
    const { rows } = await owner.query<{ state: string; waiting: number }>(`
      select
        pg_current_snapshot()::text as state,
        (select count(*) from booking.outbox)::integer + (select count(*) from checkout.outbox)::integer as waiting`)
    const { state = '', waiting = 0 } = rows[0] ?? {}
    stable = waiting === 0 && state === previous ? stable + 1 : 0
    previous = state
    await delay(pollMs)
  }
}

/** Entries of the audit log that say that one of these requests has succeeded. */
async function successesAmong(owner: Pool, requestIds: readonly string[]): Promise<object[]> {
  const { rows } = await owner.query<object>(
    `select request_id, action, target_id, outcome, status
     from admin.audit_entry
     where request_id = any($1) and outcome not in ('refused', 'failed')`,
    [requestIds],
  )
  return rows
}

type Payable = { kind: 'booking' | 'order'; id: string; amount: string }

/** Pays for a booking and an order, so that others of the round stay unpaid, and waits until that is recorded. */
async function payForSome({ owner, payments }: FuzzSystem, sender: Sender): Promise<void> {
  const { rows } = await owner.query<Payable>(`
    (select 'booking' as kind, id, final_amount::text as amount
     from booking.booking
     where status = 'pending' and payment_status = 'unpaid'
     order by id desc limit 1)
    union all
    (select 'order', id, total::text
     from checkout.store_order
     where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
     order by id desc limit 1)`)
  const eventIds = await Promise.all(rows.map(({ kind, id, amount }) => payments.pay({ kind, id }, amount)))
  for (const { kind, id } of rows) sender.paid(kind, id)
  const until = Date.now() + quietTimeoutMs
  for (;;) {
    const { rowCount } = await owner.query(
      `select from booking.payment_notification where event_id = any($1)
       union all select from checkout.payment_notification where event_id = any($1)`,
      [eventIds],
    )
    if (rowCount === eventIds.length) return
    if (Date.now() > until) throw new Error('A payment was not recorded')
    await delay(pollMs)
  }
}
