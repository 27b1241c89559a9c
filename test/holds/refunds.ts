import type { RefundNotification } from '@campstore/contract/messages/payments'
import type { ApiResponse } from '@campstore/testing/client'
import type { Fields } from '@campstore/testing/rows'
import { eventually } from '@campstore/testing/waiting'
import { expect } from 'vitest'
import { type HoldDriver, type HoldSuite, type OpenHold, openHold, payAndWait } from './driver.ts'

/** Why staff give money back. */
export const reason = '道路坍方'

type Of = Pick<OpenHold, 'id'>

/** What staff and the payment service do about the refunds of one kind of hold, and what is stored of them. */
export function refundDriver(suite: HoldSuite, holds: HoldDriver) {
  const { service, kind, internalPath, permissions } = suite
  /** A hold that was paid in full, and its payment. */
  const openPaid = async (due?: string) => {
    const hold = await openHold(suite, holds, { due })
    await payAndWait(suite, hold)
    const sql = `select event_id from ${service}.payment_notification where target_id = $1`
    const [payment] = (await holds.owner.query<{ event_id: string }>(sql, [hold.id])).rows
    return { hold, payment: { eventId: payment?.event_id ?? '', target: { kind, id: hold.id } } }
  }
  const refundsOf = async (id: string): Promise<Fields[]> => {
    const sql = `select * from ${service}.refund where target_id = $1 order by created_at`
    return (await holds.owner.query<Fields>(sql, [id])).rows
  }
  return {
    openPaid,
    /** Paid, and an order has shipped: parts of the payment can be given back. */
    openRefundable: async (due: string) => {
      const opened = await openPaid(due)
      if (kind === 'order') await holds.administrator().post(`${internalPath}/${opened.hold.id}/ship`)
      return opened
    },
    giveBack: ({ id }: Of, amount: string): Promise<ApiResponse> =>
      holds.administrator('payments.edit', 'admin-7').post(`${internalPath}/${id}/refunds`, { amount, reason }),
    cancelPaid: (
      { id }: Of,
      body: object = { reason },
      held: string[] = [permissions.edit, 'payments.edit'],
    ): Promise<ApiResponse> => holds.administrator(held, 'admin-7').post(`${internalPath}/${id}/cancel-paid`, body),
    refundsOf,
    /** The only refund. */
    refundOf: async (id: string): Promise<Fields> => {
      const [refund, ...more] = await refundsOf(id)
      expect(more).toEqual([])
      return refund ?? expect.fail(`${id} has no refund`)
    },
    /** Sends a report, and waits for its outcome. */
    outcomeOf: async (notification: RefundNotification): Promise<string> => {
      await holds.notify(notification)
      return eventually(async () => {
        const sql = `select outcome from ${service}.refund_notification where event_id = $1`
        const [row] = (await holds.owner.query<{ outcome: string }>(sql, [notification.eventId])).rows
        return row?.outcome ?? Promise.reject(new Error('the notification has not been handled'))
      })
    },
  }
}
