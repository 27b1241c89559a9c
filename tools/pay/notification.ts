import { randomUUID } from 'node:crypto'
import { describeFirstIssue, safeParse } from '@campstore/contract/issue-text'
import { type PaymentNotification, paymentNotificationSchema } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { CliError } from '@campstore/local-servers/cli-error'
import type { z } from 'zod'
import { parseCommandLine, UsageError } from '../command.ts'
import { onPayments } from './outcome.ts'

/** Amount due and payment method. */
export type Payable = { amount: string; paymentMethod: string }

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
  onPayments(adminUrl, 'what is due', async client => (await client.query<Payable>(queries[kind], [id])).rows[0])

/** What the command line asks for. */
export type PaymentRequest = {
  kind: 'booking' | 'order'
  id: string
  fail?: boolean
  amount?: string
  currency?: string
  eventId?: string
}

/** Reads the command line. Throws UsageError. */
export function paymentRequestFrom(args: readonly string[]): PaymentRequest {
  const options = {
    fail: { type: 'boolean' },
    amount: { type: 'string' },
    currency: { type: 'string' },
    'event-id': { type: 'string' },
  } as const
  const { values, positionals } = parseCommandLine('pay', args, options, 2)
  const [kind, id = ''] = positionals
  if (kind !== 'booking' && kind !== 'order')
    throw new UsageError('pay', `Cannot pay "${kind}". Pay a booking or an order, or refund a payment.`)
  const { amount } = values
  if (amount !== undefined && !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) {
    throw new UsageError('pay', `--amount must be an amount like 1234.00, not "${amount}".`)
  }
  return {
    kind,
    id,
    fail: values.fail,
    amount: amount === undefined ? undefined : money(amount),
    currency: values.currency,
    eventId: values['event-id'],
  }
}

/**
 * The notification that the payment service would send.
 *
 * @param payable undefined when the target does not exist, which requires an amount in the request
 * @throws {CliError} when the amount is not known, or a field breaks the contract
 */
export function notificationFor(request: PaymentRequest, payable: Payable | undefined, at: Date): PaymentNotification {
  const { kind, id, eventId = `evt-${randomUUID()}` } = request
  const amount = request.amount ?? payable?.amount
  if (amount === undefined) {
    throw new CliError(`There is no ${kind} ${id}. To send a payment for it anyway, give --amount.`)
  }
  const notification = {
    eventId,
    type: request.fail ? 'payment.failed' : 'payment.succeeded',
    target: { kind, id },
    amount,
    currency: request.currency ?? 'TWD',
    paymentMethod: payable?.paymentMethod ?? 'gateway-credit',
    // The same for the same event: with another number it would be another payment.
    providerTradeNo: `LOCAL-${eventId}`.slice(0, 128),
    paidAt: at.toISOString(),
  }
  return checked(paymentNotificationSchema, notification)
}

/** @throws {CliError} when a field breaks the contract */
export function checked<T>(schema: z.ZodType<T>, notification: unknown): T {
  const parsed = safeParse(schema, notification)
  if (parsed.success) return parsed.data
  throw new CliError(`${describeFirstIssue(parsed.error, schema)}.`)
}
