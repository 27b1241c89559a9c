import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type PaymentNotification, paymentNotificationSchema } from '@campstore/contract/messages/payments'
import { money } from '@campstore/core/money'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type Payable, type TargetKind, targetKind } from './targets.ts'

export const usage =
  'usage: npm run pay -- <booking|order> <id> [--fail] [--amount 1234.00] [--currency TWD] [--event-id <id>]'

/** What the command line asks for. */
export type PaymentOrder = {
  kind: TargetKind
  id: string
  fail: boolean
  amount?: string
  currency: string
  eventId: string
}

/** Reads the command line. @throws {CliError} that says how it is used */
export function paymentOrderFrom(args: string[]): PaymentOrder {
  const { values, positionals } = parseCommand(args)
  const [kind, id, ...more] = positionals
  if (kind === undefined || id === undefined || more.length > 0) throw new CliError(usage)
  const amount = values.amount
  if (amount !== undefined && !/^\d{1,10}(\.\d{1,2})?$/.test(amount)) {
    throw new CliError(`--amount must be an amount like 1234.00, not "${amount}"`)
  }
  return {
    kind: targetKind(kind),
    id,
    fail: values.fail ?? false,
    amount: amount === undefined ? undefined : money(amount),
    currency: values.currency ?? 'TWD',
    eventId: values['event-id'] ?? `evt-${randomUUID()}`,
  }
}

function parseCommand(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        fail: { type: 'boolean' },
        amount: { type: 'string' },
        currency: { type: 'string' },
        'event-id': { type: 'string' },
      },
    })
  } catch (error) {
    throw new CliError(`${messageOf(error)}\n${usage}`)
  }
}

/**
 * The notification that the payment service would send.
 *
 * @param payable what is known of the target; undefined when there is none, which needs an amount in the order
 * @throws {CliError} when the amount is not known, or a field is not of the contract's shape
 */
export function notificationFor(order: PaymentOrder, payable: Payable | undefined, at: Date): PaymentNotification {
  const amount = order.amount ?? payable?.amount
  if (amount === undefined) {
    throw new CliError(`there is no ${order.kind} ${order.id}: give --amount to send a payment for it all the same`)
  }
  const parsed = paymentNotificationSchema.safeParse({
    eventId: order.eventId,
    type: order.fail ? 'payment.failed' : 'payment.succeeded',
    target: { kind: order.kind, id: order.id },
    amount,
    currency: order.currency,
    paymentMethod: payable?.paymentMethod ?? 'gateway-credit',
    // The same for the same event: a number of its own would be another payment.
    providerTradeNo: `LOCAL-${order.eventId}`.slice(0, 128),
    paidAt: at.toISOString(),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CliError(`${issue?.path.join('.')} is not valid: ${issue?.message}`)
}
