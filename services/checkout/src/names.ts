/** Under which names orders are kept, paid and told of. */
export const orderNames = { kind: 'order', schema: 'checkout', source: '/campstore/checkout' } as const
