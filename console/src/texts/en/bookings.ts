export const bookings = {
  page: 'Bookings',
  title: 'Booking {{id}}',
  search: 'Name, e-mail, phone, campground or ID',
  none: 'No bookings yet',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  checkInFrom: 'Check-in from',
  checkInTo: 'Check-in to',
  createdAt: 'Booked',
  nights: 'Nights',
  nightKinds: '({{weekdayCount}} weekday, {{holidayCount}} holiday)',
  heldUntil: 'Held until',
  actions: {
    confirm: 'Confirm',
    cancel: 'Cancel booking',
    cancelPaid: 'Cancel and refund',
    change: 'Change stay',
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
  change: {
    title: 'Change this stay',
    price: 'Price',
    prices: { kept: 'Keep the price paid', new: 'Current price, refund the difference' },
    before: 'Total before',
    after: 'New total',
    refund: 'Refund',
    closed: 'The campground is closed on {{night}}.',
    shortSites_one: '{{name}}: only {{count}} site is free on {{night}}.',
    shortSites_other: '{{name}}: only {{count}} sites are free on {{night}}.',
    shortPieces_one: '{{name}}: only {{count}} piece is free.',
    shortPieces_other: '{{name}}: only {{count}} pieces are free.',
    dearer: 'The stay costs {{amount}} more than was paid. Keep the price, or choose a cheaper stay.',
    done: 'Stay changed',
    failed: 'Could not change the stay',
  },
  prices: {
    title: 'Zones and rentals as booked',
    weekday: 'Weekday',
    holiday: 'Holiday',
    total: 'Total',
    final: 'Grand total',
  },
  timeline: { held: 'Held', changed: 'Stay changed' },
}

declare module '../catalogue.ts' {
  interface Pages {
    bookings: typeof bookings
  }
}
