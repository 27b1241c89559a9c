import type { Pool } from 'pg'

/** What must never be found in the database, whatever happened, by the name of the promise that it breaks. */
const brokenPromises: Readonly<Record<string, string>> = {
  'more sites held on a night than a zone has': `
    select zone.id as zone_id, night::date, sum(held.quantity) as held, zone.total_sites
    from booking.booking_zone held
    join booking.booking on booking.id = held.booking_id
    join booking.zone on zone.id = held.zone_id
    cross join generate_series(booking.check_in, booking.check_out - 1, interval '1 day') night
    where booking.status in ('pending', 'confirmed')
    group by zone.id, night
    having sum(held.quantity) > zone.total_sites`,
  'more pieces reserved on a night than are on hand': `
    select stock.variant_id, night::date, sum(reserved.quantity) as reserved, stock.on_hand
    from booking.rental_reservation reserved
    join inventory.stock using (variant_id, location_id)
    cross join generate_series(lower(reserved.stay), upper(reserved.stay) - 1, interval '1 day') night
    where reserved.status = 'active'
    group by stock.variant_id, stock.location_id, night
    having sum(reserved.quantity) > stock.on_hand`,
  'a held zone with another status or stay than its booking': `
    select booking.id, booking.status, held.status as zone_status
    from booking.booking
    left join booking.booking_zone held on held.booking_id = booking.id
    where (held.status, held.stay) is distinct from (booking.status, daterange(booking.check_in, booking.check_out))`,
  'a rental reservation that does not fit its booking': `
    select booking.id, booking.status, reserved.status as reservation
    from booking.rental_reservation reserved
    join booking.booking on booking.id = reserved.booking_id
    where reserved.stay <> daterange(booking.check_in, booking.check_out)
      or reserved.status <> case booking.status
        when 'cancelled' then 'released'
        when 'completed' then 'fulfilled'
        else 'active'
      end`,
  'a history that does not lead to the status': `
    select booking.id, booking.status, history.steps
    from booking.booking
    left join lateral (
      select array_agg(coalesce(from_status, '') || '>' || to_status order by id) as steps,
        count(*) filter (where from_status is null) as starts,
        count(*) filter (where from_status is distinct from to_status and to_status = 'cancelled') as ends,
        (array_agg(to_status order by id desc))[1] as last
      from booking.status_history
      where booking_id = booking.id
    ) history on true
    where (history.starts, history.last, history.ends)
      is distinct from (1::bigint, booking.status, (booking.status = 'cancelled')::integer::bigint)`,
  'a payment status that its payments do not bear out': `
    select booking.id, booking.payment_status, payment.applied
    from booking.booking
    cross join lateral (
      select count(*) as applied
      from booking.payment_notification
      where target_id = booking.id and outcome = 'applied'
    ) payment
    where payment.applied <> (booking.payment_status = 'paid')::integer
      or (booking.payment_status = 'paid') <> (booking.paid_at is not null)
      or (booking.payment_status = 'paid' and booking.status = 'cancelled')`,
  'a booking without an idempotency key, or a key without its booking': `
    select booking.id, used.key
    from booking.booking
    full join booking.idempotency_key used on used.response ->> 'bookingId' = booking.id
      and used.customer_id = booking.customer_id
    where booking.id is null or used.key is null`,
}

/** Looks for everything that must never be; answers what was found, which is nothing. */
export async function audit(owner: Pool): Promise<object[]> {
  const found: object[] = []
  for (const [promise, query] of Object.entries(brokenPromises)) {
    const { rows } = await owner.query<Record<string, unknown>>(query)
    found.push(...rows.map(row => ({ broken: promise, ...row })))
  }
  return found
}

/** A booking as the database has it, with its history; times in milliseconds of the epoch. */
export type StoredBooking = {
  id: string
  customerId: string
  status: string
  paymentStatus: string
  finalAmount: string
  createdAt: number
  deadline: number
  updatedAt: number
  /** After the creation: `cancelled by member`, `pending by payment`, … */
  steps: string[]
  reservations: string[]
  /** Outcome of each payment notification, with its reason: `applied`, `unapplied: cancelled`. */
  payments: string[]
}

/** Every booking, in the order of creation. */
export async function storedBookings(owner: Pool): Promise<StoredBooking[]> {
  const { rows } = await owner.query<StoredBooking>(`
    select
      booking.id, customer_id as "customerId", status, payment_status as "paymentStatus",
      final_amount::text as "finalAmount",
      extract(epoch from created_at)::float8 * 1000 as "createdAt",
      extract(epoch from checkout_expires_at)::float8 * 1000 as deadline,
      extract(epoch from updated_at)::float8 * 1000 as "updatedAt",
      array(
        select to_status || ' by ' || actor_type
        from booking.status_history
        where booking_id = booking.id and from_status is not null
        order by id
      ) as steps,
      array(select status from booking.rental_reservation where booking_id = booking.id) as reservations,
      array(
        select concat_ws(': ', outcome, reason)
        from booking.payment_notification
        where target_id = booking.id
        order by received_at
      ) as payments
    from booking.booking
    order by booking.created_at, booking.id`)
  return rows
}
