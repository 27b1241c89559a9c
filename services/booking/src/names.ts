/** Names of bookings for libs/holds: the kind in queues and payments, the schema of the tables, the source of the events. */
export const bookingNames = { kind: 'booking', schema: 'booking', source: '/campstore/booking' } as const
