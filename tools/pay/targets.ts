import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'

/** What the payment service knows of what is paid. */
export type Payable = { amount: string; paymentMethod: string }

/** What can be paid, and how it is looked up. */
const queries = {
  booking: `
    select final_amount::text as amount, payment_method as "paymentMethod"
    from booking.booking
    where id = $1`,
  // Whoever has not chosen a method, or cash on delivery, pays like most people.
  order: `
    select total::text as amount, coalesce(nullif(payment_method, 'cod'), 'gateway-credit') as "paymentMethod"
    from checkout.store_order
    where id = $1`,
} as const

export type TargetKind = keyof typeof queries

/** The kind that a word names. @throws {CliError} when nothing of that kind can be paid */
export function targetKind(word: string): TargetKind {
  if (word !== 'booking' && word !== 'order') throw new CliError(`cannot pay "${word}": it is booking or order`)
  return word
}

/**
 * Looks up what is to be paid.
 *
 * @returns undefined when there is no such target
 * @throws {CliError} when the database is away
 */
export async function findPayable(adminUrl: string, kind: TargetKind, id: string): Promise<Payable | undefined> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  // The query that is under way fails with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Payable>(queries[kind], [id])
    return rows[0]
  } catch (error) {
    throw new CliError(`cannot look up the ${kind} (is it running, is DATABASE_ADMIN_URL right?): ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}
