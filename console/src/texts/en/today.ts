export const today = {
  page: 'Today',
  tiles: {
    arriving: 'Arriving',
    departing: 'Departing',
    overdue: 'Overdue',
    toConfirm: 'To confirm',
    toPack: 'To pack',
    short: 'Short picks',
    refunds: 'Refunds due',
    lowStock: 'Low stock',
  },
  hints: {
    arriving: 'stays starting today',
    departing: 'stays ending today',
    overdue: 'past check-out, not completed',
    toConfirm: 'paid bookings waiting',
    toPack: 'orders ready to pack',
    short: 'orders missing pieces',
    refunds: 'payments to refund',
    lowStock: 'variants below {{below}} pieces',
  },
  strip: {
    title: 'Next 14 nights',
    hint: 'Free sites per night',
    none: 'No campgrounds yet',
    taken: '{{share}} taken',
    empty: 'Empty',
    full: 'Full',
  },
  closure: {
    title: 'Next closure',
    all: 'All closures',
    none: 'No closures planned.',
    weekly: 'weekly, next on',
  },
}

declare module '../catalogue.ts' {
  interface Pages {
    today: typeof today
  }
}
