/** What the name of an anonymised customer is replaced by. */
export const anonymousName = 'Deleted customer'

/**
 * What of a customer ($1) is not ended yet, a line each: holds, stays until they are completed, and orders until they are
 * completed, because a parcel on its way needs its address. The rows stay locked, so that none changes meanwhile.
 */
export const openBusiness = /* sql */ `
  with open_booking as (
    select id, status, payment_status, check_in
    from booking.booking
    where customer_id = $1
      and status in ('pending', 'confirmed')
    for update
  ),
  open_order as (
    select id, status, payment_status
    from checkout.store_order
    where customer_id = $1
      and status in ('unshipped', 'shipped')
    for update
  )
  select format('booking %s: %s, %s, from %s', id, status, payment_status, check_in) as what
  from open_booking
  union all
  select format('order %s: %s, %s', id, status, payment_status)
  from open_order
  order by what`

/**
 * The statements that remove what tells who a customer ($1) is, by what they change. Search texts follow by their columns and
 * triggers. Rows that were changed before are left alone.
 */
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
    where id = $1
      and (status <> 'deleted' or firebase_uid is not null or name <> '${anonymousName}' or email <> '')`,
  tags: /* sql */ `
    delete from member.customer_tag
    where customer_id = $1`,
  bookings: /* sql */ `
    update booking.booking
    set customer_name = '${anonymousName}',
        customer_email = '',
        customer_email_verified = false
    where customer_id = $1
      and (customer_name <> '${anonymousName}' or customer_email <> '')`,
  orders: /* sql */ `
    update checkout.store_order
    set buyer_name = '${anonymousName}',
        buyer_email = '',
        buyer_email_verified = false,
        recipient_name = null,
        shipping_phone = null,
        shipping_address = null
    where customer_id = $1
      and (
        buyer_name <> '${anonymousName}' or buyer_email <> ''
        or recipient_name is not null or shipping_phone is not null or shipping_address is not null
      )`,
  // The first responses, which repeat the recipient.
  bookingKeys: /* sql */ `
    delete from booking.idempotency_key
    where customer_id = $1`,
  orderKeys: /* sql */ `
    delete from checkout.idempotency_key
    where customer_id = $1`,
} as const
