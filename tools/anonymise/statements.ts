/** What the name of an anonymised customer is replaced by. */
export const anonymousName = 'Deleted customer'

/** What the words of staff about a customer are replaced by, where there have to be some. */
const removedWords = 'Removed'

/**
 * What of a customer ($1) is not ended yet, a line each: holds, stays, orders, whose parcel on its way needs its address, refunds, and
 * payments that staff have to decide about, which may have to be refunded.
 * The rows stay locked, so that none changes meanwhile.
 */
export const openBusiness = /* sql */ `
  with ${[
    locked('open_booking', 'booking.booking', "('pending', 'confirmed')"),
    locked('open_order', 'checkout.store_order', "('unshipped', 'shipped')"),
    locked('open_booking_refund', 'booking.refund', "('due')"),
    locked('open_order_refund', 'checkout.refund', "('due')"),
    undecided('open_booking_payment', 'booking.payment_notification', 'booking.booking'),
    undecided('open_order_payment', 'checkout.payment_notification', 'checkout.store_order'),
  ]}
  select format('booking %s: %s, %s, from %s', id, status, payment_status, check_in) as what
  from open_booking
  union all
  select format('order %s: %s, %s', id, status, payment_status)
  from open_order
  union all
  select format('refund %s: due, %s %s of %s', id, amount, currency, target_id)
  from (
    select id, amount, currency, target_id from open_booking_refund
    union all
    select id, amount, currency, target_id from open_order_refund
  ) refund
  union all
  select format('payment %s: to decide, %s %s of %s', event_id, amount, currency, target_id)
  from (
    select event_id, amount, currency, target_id from open_booking_payment
    union all
    select event_id, amount, currency, target_id from open_order_payment
  ) payment
  order by what`

function locked(name: string, table: string, open: string): string {
  return /* sql */ `${name} as (select * from ${table} where customer_id = $1 and status in ${open} for update)`
}

function undecided(name: string, payment: string, hold: string): string {
  return /* sql */ `${name} as (
    select payment.*
    from ${payment} payment
    join ${hold} held on held.id = payment.target_id
    where held.customer_id = $1 and payment.reason = 'trade_number_used' and payment.decision is null
    for update of payment
  )`
}

/** Remove identifying data of a customer ($1) from rows that have some. Search texts follow by their columns and triggers. */
export const statements = {
  customer: /* sql */ `
    update member.customer
    set firebase_uid = null,
        name = '${anonymousName}',
        email = '',
        email_verified = false,
        phone = null,
        birthday = null,
        preferences = '{"interests": [], "newsletter": false}',
        default_shipping_address = null,
        status = 'deleted',
        status_reason = null,
        updated_at = greatest(updated_at, now())
    where (id = $1 or joined_into = $1)
      and (status <> 'deleted' or firebase_uid is not null or name <> '${anonymousName}' or email <> '')`,
  tags: /* sql */ `
    delete from member.customer_tag
    where customer_id = $1`,
  bookings: /* sql */ `
    update booking.booking
    set customer_name = '${anonymousName}',
        customer_email = '',
        customer_email_verified = false,
        contact = null
    where customer_id = $1
      and (customer_name <> '${anonymousName}' or customer_email <> '' or contact is not null)`,
  orders: /* sql */ `
    update checkout.store_order
    set buyer_name = '${anonymousName}',
        buyer_email = '',
        buyer_email_verified = false,
        recipient_name = null,
        shipping_phone = null,
        shipping_address = null,
        tracking_number = null
    where customer_id = $1
      and (
        buyer_name <> '${anonymousName}' or buyer_email <> ''
        or recipient_name is not null or shipping_phone is not null or shipping_address is not null
        or tracking_number is not null
      )`,
  // What staff wrote, or a correction replaced, which may name the customer or say more of them: a reason to cancel, a note on a refund or on a used trade number.
  bookingHistory: wordsOfHistory('booking.status_history', 'booking_id', 'booking.booking'),
  orderHistory: wordsOfHistory('checkout.status_history', 'order_id', 'checkout.store_order'),
  stayChanges: /* sql */ `
    update booking.stay_change change
    set reason = '${removedWords}'
    from booking.booking
    where booking.id = change.booking_id and booking.customer_id = $1 and change.reason <> '${removedWords}'`,
  bookingNotes: /* sql */ `
    delete from booking.note using booking.booking where booking.id = note.booking_id and booking.customer_id = $1`,
  orderNotes: /* sql */ `
    delete from checkout.note using checkout.store_order
    where store_order.id = note.order_id and store_order.customer_id = $1`,
  customerNotes: /* sql */ `
    delete from member.note using member.customer
    where customer.id = note.customer_id and (customer.id = $1 or customer.joined_into = $1)`,
  orderReturns: /* sql */ `
    update checkout.order_return
    set reason = '${removedWords}'
    from checkout.store_order
    where store_order.id = order_return.order_id
      and store_order.customer_id = $1
      and order_return.reason <> '${removedWords}'`,
  bookingRefunds: wordsOfRefunds('booking.refund'),
  orderRefunds: wordsOfRefunds('checkout.refund'),
  bookingDecisions: wordsOfDecisions('booking.payment_notification', 'booking.booking'),
  orderDecisions: wordsOfDecisions('checkout.payment_notification', 'checkout.store_order'),
  bookingResponses: responsesIn('booking'),
  orderResponses: responsesIn('checkout'),
  customerResponses: responsesIn('member'),
  adminResponses: responsesIn('admin'),
} as const

/** The first responses of a service to the customer, and to staff where they show the customer, a booking or an order. */
function responsesIn(schema: 'booking' | 'checkout' | 'member' | 'admin'): string {
  return /* sql */ `
    with shown as (
      select $1::text as id
      union all
      select id from booking.booking where customer_id = $1
      union all
      select id from checkout.store_order where customer_id = $1
    )
    delete from ${schema}.idempotency_key
    where (scope in ('hold', 'member_request') and actor_id = $1)
      or scope <> 'hold' and exists (select from shown where strpos(response::text, '"' || shown.id || '"') > 0)`
}

function wordsOfHistory(history: string, holdId: string, hold: string): string {
  return /* sql */ `
    update ${history} entry
    set reason = null
    from ${hold} held
    where held.customer_id = $1
      and entry.${holdId} = held.id
      and (entry.actor_type = 'admin' or entry.reason like '% changed, before: %')
      and entry.reason is not null`
}

function wordsOfRefunds(refund: string): string {
  return /* sql */ `
    update ${refund}
    set reason = case cause when 'unapplied' then reason else '${removedWords}' end,
        note = null,
        withdrawal_reason = case when withdrawal_reason is not null then '${removedWords}' end
    where customer_id = $1
      and (note is not null or withdrawal_reason <> '${removedWords}' or (cause <> 'unapplied' and reason <> '${removedWords}'))`
}

function wordsOfDecisions(payment: string, hold: string): string {
  return /* sql */ `
    update ${payment} payment
    set decision_note = null
    from ${hold} held
    where held.customer_id = $1 and payment.target_id = held.id and payment.decision_note is not null`
}
