import { t } from 'i18next'
import type { z } from 'zod'
import { type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { TextField } from '../../design/Field.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { formatMoney } from '../../lib/format.ts'

export type PaymentTarget = Schemas['AdminPayment']['target']

/** The payments for a booking or an order, for administrators who may see payments. */
export function usePayments({ kind, id }: PaymentTarget) {
  const { can } = useSession()
  const fields = { targetKind: kind, targetId: id, size: 100 }
  return useRead('listAdminPayments', fields, { enabled: can('payments.view') })
}

/** What may still be given back, and whether the payment was in whole TWD: then its refunds are too, but for the rest that is left. */
export type AmountLeft = { amount: string; isWhole: boolean }

/**
 * What is left of the paid amount of a booking or an order: a payment form may charge whole TWD, so it may differ from the price.
 * Refunds of other payments, and refunds that were withdrawn, do not count.
 */
export function useAmountLeft(
  target: PaymentTarget,
  cost: string,
  refunds: Schemas['AdminOrder']['refunds'],
): AmountLeft {
  const paid = usePayments(target).data?.data.find(({ outcome }) => outcome === 'applied')?.amount ?? cost
  const given = refunds.filter(({ cause, status }) => cause !== 'unapplied' && status !== 'withdrawn')
  return { amount: sumOf([paid, ...given.map(({ amount }) => `-${amount}`)]), isWhole: isWhole(paid) }
}

const isWhole = (amount: string): boolean => Number.isInteger(Number(amount))

/** What the field of an amount to give back says about it, and the keys that a phone shows. */
export function amountFieldOf(left: AmountLeft, limit?: string) {
  const most = limit ?? t('refund.most', { amount: formatMoney(left.amount) })
  return {
    hint: left.isWhole ? t('refund.mostInWholeTwd', { most }) : most,
    inputMode: left.isWhole && isWhole(left.amount) ? ('numeric' as const) : ('decimal' as const),
  }
}

/** The amount of a refund, for administrators who may not choose another one. */
export const FixedAmount = ({ amount }: { amount: string }) => (
  <TextField label={t('refund.amount')} hint={t('refund.fixed')} value={amount} isReadOnly />
)

/** Refuses an amount that cannot be given back, in the words of the API. */
export function refuseAmount(ctx: z.RefinementCtx, path: string, left: AmountLeft, amount: string): void {
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  const rest = Number(left.amount) - Number(amount)
  if (rest < 0) refuse(`must be at most ${left.amount}`)
  else if (rest > 0 && left.isWhole && !isWhole(amount)) refuse('must be in whole TWD')
}
