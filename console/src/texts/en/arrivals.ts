export const arrivals = {
  page: 'Arrivals and departures',
  guest: 'Guest',
  contact: 'Contact',
  noPhone: 'no phone number',
  unverified: 'not verified',
  arrivalTime: 'Arrives at',
  stay: 'Stay',
  guests: 'Guests',
  zones: 'Zones',
  rentals: 'Rentals',
  state: 'State',
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
  overdueHint: 'Their check-out has come, and they are not completed yet.',
  none: {
    arriving: 'No arrivals on this day',
    departing: 'No departures on this day',
    overdue: 'Nothing is overdue',
  },
  waiting: {
    confirm_one: '1 waits to be confirmed',
    confirm_other: '{{count}} wait to be confirmed',
    complete_one: '1 can be completed',
    complete_other: '{{count}} can be completed',
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
    confirm_one: '1 booking is confirmed',
    confirm_other: '{{count}} bookings are confirmed',
    complete_one: '1 booking is completed',
    complete_other: '{{count}} bookings are completed',
  },
  failed: { confirm: 'The bookings were not confirmed', complete: 'The bookings were not completed' },
  counter: {
    title: 'Rental counter',
    hint: 'What is handed out to those who arrive and taken back from those who depart',
    item: 'Equipment',
    location: 'Counter',
    leaving: 'Hand out',
    returning: 'Take back',
    out: 'Out of all',
    free: 'Free',
    short_one: '1 short',
    short_other: '{{count}} short',
    none: 'Nothing is handed out or taken back',
  },
}

declare module '../catalogue.ts' {
  interface Pages {
    arrivals: typeof arrivals
  }
}
