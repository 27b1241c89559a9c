/** Under which names bookings are kept, paid and told of. */
export const bookingNames = { kind: 'booking', schema: 'booking', source: '/campstore/booking' } as const
