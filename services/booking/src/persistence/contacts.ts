/** Bookings with whom to call, as far as the account is there. */
export const bookingsWithContact = /* sql */ `
  booking.booking
  left join member.customer_contact contact on contact.id = booking.customer_id`

/**
 * Name of the customer, as staff read it and sort by it. It is looked up for each booking: the planner expects many times as many
 * stays on a day as there are, and would read every customer to join them.
 */
export const nameOfCustomer = /* sql */ `coalesce(
  (select customer.name from member.customer_contact customer where customer.id = booking.customer_id),
  booking.customer_name
)`

/** The customer as a list names one. */
export const namedCustomerColumn = /* sql */ `
  json_build_object('id', booking.customer_id, 'name', ${nameOfCustomer}) as customer`

/** The customer: the account's present data, or the booking's own without an account (docs/contract/admin.md#stays). */
export const contactColumn = /* sql */ `
  json_build_object(
    'id', booking.customer_id,
    'name', coalesce(contact.name, booking.customer_name),
    'email', coalesce(contact.email, booking.customer_email),
    'emailVerified', coalesce(contact.email_verified, booking.customer_email_verified and booking.customer_email <> ''),
    'phone', contact.phone
  ) as customer`
