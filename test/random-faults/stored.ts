import type { HoldKind } from '@campstore/holds/hold-definition'
import { milliseconds, type StoredHold, storedHolds } from '@campstore/testing/stored-holds'
import type { Pool } from 'pg'

/** A payment notification in the database; `receivedAt` in milliseconds since 1970. */
export type StoredPayment = {
  eventId: string
  target: string
  outcome: string
  reason: string | null
  receivedAt: number
}

/** What the database contains at the end. */
export type Stored = {
  holds: StoredHold[]
  payments: StoredPayment[]
  keys: { kind: HoldKind; customerId: string; key: string; id: string }[]
  movements: { variantId: string; delta: number; reason: string }[]
}

const paymentsOf = (schema: string) => `
  select event_id as "eventId", target_id as target, outcome, reason, ${milliseconds('received_at')} as "receivedAt"
  from ${schema}.payment_notification`

const keysOf = (kind: HoldKind, schema: string) => `
  select '${kind}' as kind, customer_id as "customerId", key, response ->> '${kind}Id' as id
  from ${schema}.idempotency_key`

/** Reads what the checks compare with the history. */
export async function readStored(owner: Pool): Promise<Stored> {
  const payments = await owner.query<StoredPayment>(`${paymentsOf('booking')} union all ${paymentsOf('checkout')}`)
  const keys = await owner.query<Stored['keys'][number]>(
    `${keysOf('booking', 'booking')} union all ${keysOf('order', 'checkout')}`,
  )
  const movements = await owner.query<Stored['movements'][number]>(
    'select variant_id as "variantId", quantity_delta as delta, reason from inventory.movement',
  )
  return { holds: await storedHolds(owner), payments: payments.rows, keys: keys.rows, movements: movements.rows }
}

/** How many audit entries of staff writes have no result. */
export async function countStartedEntries(owner: Pool): Promise<number> {
  const { rowCount } = await owner.query(`select from admin.audit_entry where outcome = 'started'`)
  return rowCount ?? 0
}
