import { type Evidence, groupedBy, type Violation } from './violation.ts'

const rule = 'what a customer has spent is what was paid'

/** What the me service counts for each customer is the sum of what is paid. */
export function judgeSpending({ stored }: Pick<Evidence, 'stored'>): Violation[] {
  const paid = groupedBy(
    stored.holds.filter(({ paymentStatus }) => paymentStatus === 'paid'),
    ({ customerId }) => customerId,
  )
  return stored.customers.flatMap(({ id, totalSpent }) => {
    const due = (paid.get(id) ?? []).reduce((cents, { amount }) => cents + centsOf(amount), 0)
    if (due === centsOf(totalSpent)) return []
    return [{ rule, found: `${id} has paid ${(due / 100).toFixed(2)}, and ${totalSpent} is counted` }]
  })
}

const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
