import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { Queryable } from '@campstore/database/database'

type HoldKind = PaymentNotification['target']['kind']

/** A row of a status history; `at` is in milliseconds since 1970. */
export type StoredTransition = { from: string | null; to: string; at: number; actor: string; reason: string | null }

/** A booking or an order in the database, with its history; times in milliseconds since 1970. */
export type StoredHold = {
  kind: HoldKind
  id: string
  customerId: string
  status: string
  paymentStatus: string
  /** What is to be paid, in TWD. */
  amount: string
  createdAt: number
  deadline: number
  updatedAt: number
  /** Whether an order has been confirmed for cash on delivery. */
  codConfirmed: boolean
  transitions: StoredTransition[]
  /** Transitions after the creation, without unapplied payments: `cancelled by member`, `pending by payment`, … */
  steps: string[]
  /** Statuses of its reservations of equipment. */
  reservations: string[]
  /** Outcome of each payment notification, with its reason: `applied`, `unapplied: cancelled`. */
  payments: string[]
}

type Columns = {
  schema: string
  table: string
  amount: string
  createdAt: string
  codConfirmed: string
  reservations: string
}

const columns: Record<HoldKind, Columns> = {
  booking: {
    schema: 'booking',
    table: 'booking.booking',
    amount: 'final_amount',
    createdAt: 'created_at',
    codConfirmed: 'false',
    reservations: 'booking.rental_reservation',
  },
  order: {
    schema: 'checkout',
    table: 'checkout.store_order',
    amount: 'total',
    createdAt: 'placed_at',
    codConfirmed: 'cod_confirmed_at is not null',
    reservations: 'checkout.stock_reservation',
  },
}

/** SQL for an instant as milliseconds since 1970. */
export const milliseconds = (column: string): string => `extract(epoch from ${column})::float8 * 1000`

const holdsQuery = (kind: HoldKind, condition: string) => {
  const { schema, table, amount, createdAt, codConfirmed, reservations } = columns[kind]
  return `
  select
    '${kind}' as kind, held.id, customer_id as "customerId", status, payment_status as "paymentStatus",
    ${amount}::text as amount,
    ${milliseconds(createdAt)} as "createdAt",
    ${milliseconds('checkout_expires_at')} as deadline,
    ${milliseconds('updated_at')} as "updatedAt",
    ${codConfirmed} as "codConfirmed",
    array(
      select json_build_object(
        'from', from_status, 'to', to_status, 'at', ${milliseconds('at')}, 'actor', actor_type, 'reason', reason
      )
      from ${schema}.status_history
      where ${kind}_id = held.id
      order by id
    ) as transitions,
    array(
      select to_status || ' by ' || actor_type
      from ${schema}.status_history
      where ${kind}_id = held.id and from_status is not null
        and (reason is null or reason not like 'payment unapplied: %')
      order by id
    ) as steps,
    array(select status from ${reservations} where ${kind}_id = held.id) as reservations,
    array(
      select concat_ws(': ', outcome, reason)
      from ${schema}.payment_notification
      where target_id = held.id
      order by received_at
    ) as payments
  from ${table} held
  where ${condition}`
}

/** All bookings and orders, or one kind, in the order of creation. */
export const storedHolds = (owner: Queryable, kind?: HoldKind): Promise<StoredHold[]> =>
  findHolds(owner, kind === undefined ? ['booking', 'order'] : [kind], 'true')

async function findHolds(owner: Queryable, kinds: readonly HoldKind[], condition: string, values: unknown[] = []) {
  const { rows } = await owner.query<StoredHold>(
    `${kinds.map(kind => holdsQuery(kind, condition)).join('\nunion all\n')}
    order by "createdAt", id`,
    values,
  )
  return rows
}

/** The booking or order with an id. @throws when there is none */
export async function storedHold(owner: Queryable, id: string): Promise<StoredHold> {
  const [found] = await findHolds(owner, ['booking', 'order'], 'held.id = $1', [id])
  if (!found) throw new Error(`There is no booking and no order ${id}`)
  return found
}

/** How many holds have not ended, and how many messages were not published. */
export async function countPending(owner: Queryable): Promise<{ openHolds: number; outbox: number }> {
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
