import type { AdminPayment, PaymentsQuery } from '@campstore/contract/admin/payments'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { findPayments } from '../persistence/payment-list.ts'
import { presentPayment } from '../presenters.ts'

/** One page of the payment notifications of bookings and orders, newest first (decisions.md, 13). */
export const listPayments =
  (findPage: FindPage) =>
  async (query: PaymentsQuery): Promise<Page<AdminPayment>> => {
    const { items, totalElements } = await findPayments(findPage, query)
    return { items: items.map(presentPayment), page: query.page, size: query.size, totalElements }
  }
