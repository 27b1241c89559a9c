import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'

export type PaymentTarget = Schemas['AdminPayment']['target']

/** The payments for a booking or an order, for those who may see payments. */
export function usePayments({ kind, id }: PaymentTarget) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['payments', kind, id],
    queryFn: () => client().admin.listAdminPayments({ targetKind: kind, targetId: id, size: 100 }),
    enabled: can('orders.view', 'bookings.view'),
  })
}

/** What was paid for a booking or an order: in whole TWD where a payment form asked for them, so it may differ from what it costs. */
export const usePaidAmount = (target: PaymentTarget, cost: string): string =>
  usePayments(target).data?.data.find(({ outcome }) => outcome === 'applied')?.amount ?? cost
