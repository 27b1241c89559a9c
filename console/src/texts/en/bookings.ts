export const bookings = {
  page: 'Bookings',
  title: 'Booking {{id}}',
  search: 'Name, e-mail, phone, campground or ID',
  none: 'No bookings yet',
  booking: 'Booking',
  status: 'Status',
  payment: 'Payment',
  campground: 'Campground',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  checkInFrom: 'Check-in from',
  checkInTo: 'Check-in to',
  guests: 'Guests',
  createdAt: 'Booked',
  amount: 'Amount',
  stay: 'Stay',
  nights: 'Nights',
  nightKinds: '({{weekdayCount}} weekday, {{holidayCount}} holiday)',
  paymentMethod: 'Payment method',
  paidAt: 'Paid',
  heldUntil: 'Held until',
  customer: 'Customer',
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  customerId: 'ID',
  onlyCustomer: 'Customer: {{name}}',
  actions: {
    confirm: 'Confirm',
    complete: 'Complete',
    cancel: 'Cancel booking',
    cancelPaid: 'Cancel and refund',
  },
  failed: {
    confirm: 'Could not confirm the booking',
    complete: 'Could not complete the booking',
  },
  cancel: {
    title: 'Cancel this booking?',
    hint: 'It is unpaid. Its sites and rentals are released immediately.',
    done: 'Booking cancelled',
    failed: 'Could not cancel the booking',
  },
  cancelPaid: {
    title: 'Cancel this paid booking?',
    hint: 'Its sites and rentals are released immediately, and a refund becomes due. This cannot be undone.',
    done: 'Booking cancelled, refund due',
  },
  prices: {
    title: 'Zones and rentals as booked',
    what: 'Item',
    quantity: 'Quantity',
    weekday: 'Weekday',
    holiday: 'Holiday',
    total: 'Total',
    zones: 'Zones',
    rentals: 'Rentals',
    discount: 'Discount',
    final: 'Grand total',
  },
  timeline: { title: 'History', held: 'Held', paid: 'Paid', expired: 'Expired unpaid' },
}

declare module '../catalogue.ts' {
  interface Pages {
    bookings: typeof bookings
  }
}
