import type { Pool } from 'pg'
import type { HoldKind } from './history.ts'

/** A step of a booking's or an order's history in the database; instants are in milliseconds of the epoch. */
export type StoredStep = { from: string | null; to: string; at: number; actor: string; reason: string | null }

/** A booking or an order as the database has it at the end. */
export type StoredHold = {
  kind: HoldKind
  id: string
  customerId: string
  status: string
  paymentStatus: string
  amount: string
  deadline: number
  /** Whether an order has been confirmed for cash on delivery. */
  codConfirmed: boolean
  /** The coupon whose claim is applied to an order. */
  coupon: string | null
  steps: StoredStep[]
}

/** A payment notification as the database has it. */
export type StoredPayment = {
  kind: HoldKind
  eventId: string
  target: string
  outcome: string
  reason: string | null
  receivedAt: number
}

/** What the database has at the end. */
export type Stored = {
  holds: StoredHold[]
  payments: StoredPayment[]
  keys: { kind: HoldKind; customerId: string; key: string; id: string }[]
  customers: { id: string; totalSpent: string }[]
  movements: { variantId: string; delta: number; reason: string }[]
}

const milliseconds = (column: string) => `extract(epoch from ${column})::float8 * 1000`

const holdQueuesOf = (kind: HoldKind, schema: string, table: string, columns: string) => `
  select
    '${kind}' as kind, held.id, held.customer_id as "customerId", held.status, payment_status as "paymentStatus",
    ${columns},
    ${milliseconds('checkout_expires_at')} as deadline,
    coalesce((
      select json_agg(json_build_object(
        'from', from_status, 'to', to_status, 'at', ${milliseconds('at')}, 'actor', actor_type, 'reason', reason
      ) order by step.id)
      from ${schema}.status_history step
      where step.${kind}_id = held.id
    ), '[]') as steps
  from ${table} held`

const paymentsOf = (kind: HoldKind, schema: string) => `
  select '${kind}' as kind, event_id as "eventId", target_id as target, outcome, reason,
    ${milliseconds('received_at')} as "receivedAt"
  from ${schema}.payment_notification`

const keysOf = (kind: HoldKind, schema: string) => `
  select '${kind}' as kind, customer_id as "customerId", key, response ->> '${kind}Id' as id
  from ${schema}.idempotency_key`

/** Reads what the judges compare with the history. */
export async function readStored(owner: Pool): Promise<Stored> {
  const bookings = await owner.query<StoredHold>(
    holdQueuesOf(
      'booking',
      'booking',
      'booking.booking',
      'final_amount::text as amount, false as "codConfirmed", null as coupon',
    ),
  )
  const orders = await owner.query<StoredHold>(
    holdQueuesOf(
      'order',
      'checkout',
      'checkout.store_order',
      `total::text as amount, cod_confirmed_at is not null as "codConfirmed",
       (select coupon_id from checkout.coupon_claim claim where claim.id = held.coupon_claim_id) as coupon`,
    ),
  )
  const payments = await owner.query<StoredPayment>(
    `${paymentsOf('booking', 'booking')} union all ${paymentsOf('order', 'checkout')}`,
  )
  const keys = await owner.query<Stored['keys'][number]>(
    `${keysOf('booking', 'booking')} union all ${keysOf('order', 'checkout')}`,
  )
  const customers = await owner.query<Stored['customers'][number]>(
    'select id, total_spent::text as "totalSpent" from member.customer',
  )
  const movements = await owner.query<Stored['movements'][number]>(
    'select variant_id as "variantId", quantity_delta as delta, reason from inventory.movement',
  )
  return {
    holds: [...bookings.rows, ...orders.rows],
    payments: payments.rows,
    keys: keys.rows,
    customers: customers.rows,
    movements: movements.rows,
  }
}

/** How much is still under way: open holds, unsent messages. */
export async function unfinished(owner: Pool): Promise<{ openHolds: number; outbox: number }> {
  const { rows } = await owner.query<{ openHolds: number; outbox: number }>(`
    select
      (
        (select count(*) from booking.booking where status = 'pending' and payment_status = 'unpaid')
        + (
          select count(*)
          from checkout.store_order
          where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
        )
      )::integer as "openHolds",
      ((select count(*) from booking.outbox) + (select count(*) from checkout.outbox))::integer as outbox`)
  return rows[0] ?? { openHolds: 0, outbox: 0 }
}

/** Staff writes whose audit entry has no result. */
export async function startedRecords(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from admin.audit_entry where outcome = 'started'`,
  )
  return rows[0]?.count ?? 0
}
