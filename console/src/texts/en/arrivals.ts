export const arrivals = {
  page: 'Arrivals & departures',
  noPhone: 'no phone number',
  arrivalTime: 'Arrival time',
  nights_one: '1 night',
  nights_other: '{{count}} nights',
  select: 'Select {{name}}',
  kinds: {
    arriving: 'Arriving ({{count}})',
    departing: 'Departing ({{count}})',
    overdue: 'Overdue ({{count}})',
  },
  overdueHint: 'Past check-out, not completed yet.',
  none: {
    arriving: 'No arrivals on this day',
    departing: 'No departures on this day',
    overdue: 'No overdue bookings',
  },
  waiting: { confirm: '{{count}} to confirm', complete: '{{count}} to complete' },
  actions: {
    confirm_zero: 'Confirm',
    confirm: 'Confirm {{count}}',
    complete_zero: 'Complete',
    complete: 'Complete {{count}}',
  },
  ask: {
    confirm_one: 'Confirm {{count}} booking?',
    confirm_other: 'Confirm {{count}} bookings?',
    complete_one: 'Complete {{count}} booking?',
    complete_other: 'Complete {{count}} bookings?',
  },
  askHint: {
    confirm: 'Customers will see it. This cannot be undone.',
    complete: 'Check that the guests have left. This cannot be undone.',
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
    out: 'Out / on hand',
    none: 'Nothing to hand out or take back',
  },
}
