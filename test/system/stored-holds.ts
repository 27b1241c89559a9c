import type { HoldKind } from '@campstore/holds/hold-definition'
import type { Pool } from 'pg'

/** A booking or an order as the database has it, with its history; times in milliseconds of the epoch. */
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
  /** After the creation: `cancelled by member`, `pending by payment`, … */
  steps: string[]
  /** Statuses of its reservations of equipment. */
  reservations: string[]
  /** Outcome of each payment notification, with its reason: `applied`, `unapplied: cancelled`. */
  payments: string[]
}

type Columns = { schema: string; table: string; amount: string; createdAt: string; reservations: string }

const columns: Record<HoldKind, Columns> = {
  booking: {
    schema: 'booking',
    table: 'booking.booking',
    amount: 'final_amount',
    createdAt: 'created_at',
    reservations: 'booking.rental_reservation',
  },
  order: {
    schema: 'checkout',
    table: 'checkout.store_order',
    amount: 'total',
    createdAt: 'placed_at',
    reservations: 'checkout.stock_reservation',
  },
}

const everyOne = (kind: HoldKind, { schema, table, amount, createdAt, reservations }: Columns) => `
  select
    '${kind}' as kind, held.id, customer_id as "customerId", status, payment_status as "paymentStatus",
    ${amount}::text as amount,
    extract(epoch from ${createdAt})::float8 * 1000 as "createdAt",
    extract(epoch from checkout_expires_at)::float8 * 1000 as deadline,
    extract(epoch from updated_at)::float8 * 1000 as "updatedAt",
    array(
      select to_status || ' by ' || actor_type
      from ${schema}.status_history
      where ${kind}_id = held.id and from_status is not null
      order by id
    ) as steps,
    array(select status from ${reservations} where ${kind}_id = held.id) as reservations,
    array(
      select concat_ws(': ', outcome, reason)
      from ${schema}.payment_notification
      where target_id = held.id
      order by received_at
    ) as payments
  from ${table} held`

/** Every booking and every order, or those of one kind, in the order of creation. */
export async function storedHolds(owner: Pool, kind?: HoldKind): Promise<StoredHold[]> {
  const kinds = kind === undefined ? (['booking', 'order'] as const) : [kind]
  const { rows } = await owner.query<StoredHold>(`
    ${kinds.map(one => everyOne(one, columns[one])).join('\nunion all\n')}
    order by "createdAt", id`)
  return rows
}

/** What is there of an id. */
export async function storedHold(owner: Pool, id: string): Promise<StoredHold> {
  const found = (await storedHolds(owner)).find(hold => hold.id === id)
  if (!found) throw new Error(`there is no booking and no order ${id}`)
  return found
}
