import type { AdminPayment, PaymentsQuery } from '@campstore/contract/admin/payments'
import type { Page } from '@campstore/contract/route'
import type { Dependencies } from '../dependencies.ts'
import { findPayments } from '../persistence/payment-list.ts'
import { presentPayment } from '../presenters.ts'

/** One page of the payment notifications of bookings and orders, newest first (docs/contract/admin.md#payments). */
export async function listPayments(deps: Dependencies, query: PaymentsQuery): Promise<Page<AdminPayment>> {
  const { items, totalElements } = await findPayments(deps.findPage, query)
  return { items: items.map(presentPayment), page: query.page, size: query.size, totalElements }
}
