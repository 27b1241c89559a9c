export const calendar = {
  page: 'Calendar',
  range: 'Show',
  map: 'Free sites of each zone and night',
  zone: 'Zone',
  night: 'Night',
  sites_one: '{{count}} site',
  sites_other: '{{count}} sites',
  freeOf: '{{free}} of {{total}} free',
  notBookable: 'not bookable',
  heldSites_one: '{{count}} site held, unpaid',
  heldSites_other: '{{count}} sites held, unpaid',
  closed: 'Closed',
  held: 'Unpaid holds',
  steps: {
    empty: 'All free',
    third: 'Up to a third taken',
    twoThirds: 'Up to two thirds taken',
    more: 'Over two thirds taken',
    full: 'Full',
  },
  noZones: 'No zones yet',
  yes: 'Yes',
  no: 'No',
  columns: {
    sites: 'Sites',
    confirmed: 'Confirmed',
    paid: 'Paid',
    held: 'Held',
    free: 'Free',
    load: 'Out / on hand',
    out: 'Rented out',
    onHand: 'On hand',
    freePieces: 'Free',
    leaving: 'Hand out',
    returning: 'Take back',
  },
  closedNight: 'The campground is closed this night. Existing bookings are not affected.',
  stays: 'Stays this night',
  noStays: 'No stays this night',
  noRentals: 'No rentals on this day',
  short: '{{count}} short',
  shortLegend: 'Short: more booked than on hand',
}

declare module '../catalogue.ts' {
  interface Pages {
    calendar: typeof calendar
  }
}
