import { explained } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import type { Payable } from './notification.ts'

const queries = {
  booking: `
    select final_amount::text as amount, payment_method as "paymentMethod"
    from booking.booking
    where id = $1`,
  // Without a method, or with cash on delivery, a payment is taken to be by credit card.
  order: `
    select total::text as amount, coalesce(nullif(payment_method, 'cod'), 'gateway-credit') as "paymentMethod"
    from checkout.store_order
    where id = $1`,
} as const

/** Undefined when it does not exist. @throws {CliError} when the database cannot be reached */
export const findPayable = (adminUrl: string, kind: 'booking' | 'order', id: string): Promise<Payable | undefined> =>
  onDatabase(adminUrl, async client => (await client.query<Payable>(queries[kind], [id])).rows[0]).catch(
    explained(`Cannot look up the ${kind} in the database (is DATABASE_ADMIN_URL right?)`),
  )
