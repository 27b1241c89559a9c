/** Names of orders for libs/holds: the kind in queues and payments, the schema of the tables, the source of the events. */
export const orderNames = { kind: 'order', schema: 'checkout', source: '/campstore/checkout' } as const
