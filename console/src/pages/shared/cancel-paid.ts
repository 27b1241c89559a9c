import { cancelPaidBodySchema } from '@campstore/contract/admin/fields'
import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'

/** The body of a cancellation of what is paid, which gives back no more than was paid. */
export const cancelPaidWithin = (paid: string) =>
  cancelPaidBodySchema.refine(({ refundAmount = '0' }) => Number(refundAmount) <= Number(paid), {
    path: ['refundAmount'],
    message: `must be at most ${paid}`,
  })

/** The payments for a booking or an order, for those who may see payments. */
export function usePayments({ kind, id }: Schemas['AdminPayment']['target']) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['payments', kind, id],
    queryFn: () => client().admin.listAdminPayments({ targetKind: kind, targetId: id, size: 100 }),
    enabled: can('orders.view', 'bookings.view'),
  })
}

/** What was paid for a booking or an order: in whole TWD where a payment form asked for them, so it may differ from what it costs. */
export const usePaidAmount = (target: Schemas['AdminPayment']['target'], cost: string): string =>
  usePayments(target).data?.data.find(({ outcome }) => outcome === 'applied')?.amount ?? cost
