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
    arriving: 'stays begin today',
    departing: 'stays end today',
    overdue: 'checked out, not completed',
    toConfirm: 'paid bookings wait',
    toPack: 'orders are ready',
    short: 'orders lack pieces',
    refunds: 'payments to give back',
    lowStock: 'variants below {{below}} pieces',
  },
  strip: {
    title: 'The next 14 nights',
    hint: 'Free sites of each night',
    toCalendar: 'Calendar',
    campground: 'Campground',
    none: 'There is no campground yet',
    closed: 'Closed',
    taken: '{{share}} taken',
    empty: 'Empty',
    full: 'Full',
  },
  closure: {
    title: 'Next closure',
    all: 'All closures',
    none: 'No closure is planned.',
    weekly: 'weekly, next on',
  },
}

declare module '../catalogue.ts' {
  interface Pages {
    today: typeof today
  }
}
