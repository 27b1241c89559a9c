export const packing = {
  page: 'Packing',
  subtitle: 'Paid or confirmed orders, longest waiting first',
  print: 'Print slips',
  printedAt: 'Printed',
  allLocations: 'All stores',
  short: 'Short picks ({{count}})',
  shortHint: 'A store lacks pieces for these orders. Take them from other stores.',
  ready_zero: 'Ready to ship',
  ready: 'Ready to ship ({{count}})',
  none: 'Everything is packed',
  select: 'Select order {{id}}',
  selectNone: 'Clear selection',
  readySince: 'Ready since',
  collect: 'To collect',
  noRecipient: 'No recipient',
  pick: '{{quantity}} from {{location}}',
  missing: '{{quantity}} from {{location}}, which has {{onHand}}',
  shipSelected_zero: 'Ship',
  shipSelected: 'Ship {{count}}',
  shipTitle_one: 'Ship order',
  shipTitle_other: 'Ship {{count}} orders',
  shipHint: 'Customers see the carrier and tracking number. Both are optional.',
  shipped: 'Order {{id}} shipped',
  ordersShipped_one: '1 order shipped',
  ordersShipped_other: '{{count}} orders shipped',
  notShipped: 'Could not ship the orders',
  reallocated: 'Missing pieces of order {{id}} now come from other stores',
  notReallocated: 'Could not take the pieces of order {{id}} from other stores',
}

declare module '../catalogue.ts' {
  interface Pages {
    packing: typeof packing
  }
}
