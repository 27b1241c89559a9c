import type { SqlLibrary } from '@campstore/database/migration-files'

const parameters = {
  booking: { schema: 'booking', kind: 'booking', records: 'booking.booking', other_schema: 'checkout' },
  checkout: { schema: 'checkout', kind: 'order', records: 'checkout.store_order', other_schema: 'booking' },
} as const

/** The history, the payments and the refunds of a schema with holds. Its own table of holds is `records`. */
export const holdsSql = (schema: keyof typeof parameters): SqlLibrary => ({
  name: 'holds',
  folder: new URL('../sql/', import.meta.url),
  parameters: parameters[schema],
})
