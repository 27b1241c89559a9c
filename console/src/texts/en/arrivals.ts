export const arrivals = {
  page: 'Arrivals and departures',
  guest: 'Guest',
  contact: 'Contact',
  noPhone: 'no phone number',
  unverified: 'not verified',
  arrivalTime: 'Arrival time',
  stay: 'Stay',
  guests: 'Guests',
  zones: 'Zones',
  rentals: 'Rentals',
  state: 'Status',
  nights_one: '1 night',
  nights_other: '{{count}} nights',
  until: 'until',
  since: 'since',
  select: 'Select {{name}}',
  kinds: {
    arriving_one: 'Arriving (1)',
    arriving_other: 'Arriving ({{count}})',
    departing_one: 'Departing (1)',
    departing_other: 'Departing ({{count}})',
    overdue_one: 'Overdue (1)',
    overdue_other: 'Overdue ({{count}})',
  },
  overdueHint: 'Past check-out, not completed yet.',
  none: {
    arriving: 'No arrivals on this day',
    departing: 'No departures on this day',
    overdue: 'No overdue bookings',
  },
  waiting: {
    confirm_one: '1 to confirm',
    confirm_other: '{{count}} to confirm',
    complete_one: '1 to complete',
    complete_other: '{{count}} to complete',
  },
  actions: {
    confirm_zero: 'Confirm',
    confirm_one: 'Confirm 1',
    confirm_other: 'Confirm {{count}}',
    complete_zero: 'Complete',
    complete_one: 'Complete 1',
    complete_other: 'Complete {{count}}',
  },
  done: {
    confirm_one: '1 booking confirmed',
    confirm_other: '{{count}} bookings confirmed',
    complete_one: '1 booking completed',
    complete_other: '{{count}} bookings completed',
  },
  failed: {
    confirm: 'Could not confirm the bookings',
    complete: 'Could not complete the bookings',
  },
  counter: {
    title: 'Rental counter',
    hint: 'Equipment to hand out to arriving guests and take back from departing guests',
    item: 'Equipment',
    location: 'Counter',
    leaving: 'Hand out',
    returning: 'Take back',
    out: 'In use / total',
    free: 'Free',
    short_one: '1 short',
    short_other: '{{count}} short',
    none: 'Nothing to hand out or take back',
  },
}

declare module '../catalogue.ts' {
  interface Pages {
    arrivals: typeof arrivals
  }
}
