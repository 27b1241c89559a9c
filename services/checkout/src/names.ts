/** The names under which orders are stored, paid and published. */
export const orderNames = { kind: 'order', schema: 'checkout', source: '/campstore/checkout' } as const
