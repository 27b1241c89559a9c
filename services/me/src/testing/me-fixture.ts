import { loadConfig } from '@campstore/core/config/load-config'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { eventually } from '@campstore/testing/waiting'
import { meConfig } from '../config.ts'
import { type PurchaseQueue, purchaseQueues } from '../consumers/purchases.ts'
import { startMeService } from '../service.ts'
import { createScenario } from './scenario.ts'

type Kind = 'booking' | 'order'

/** A me service in its own fixture. */
export async function startMeFixture() {
  const fixture = await startServiceFixture({
    service: 'me',
    permission: 'customers.view',
    queues: Object.keys(purchaseQueues).length,
    environment: {},
    start: (variables, log, clock) => startMeService(loadConfig(meConfig, variables), log, clock),
  })
  const deps = await createUseCaseDependencies(fixture, {
    service: 'me',
    entities: () => import('../persistence/entities.ts'),
  })
  const put = (type: string, data: object, queue: PurchaseQueue = 'me.spending') =>
    fixture.broker.put(queue, Buffer.from(JSON.stringify({ type, data })))
  return {
    ...fixture,
    scenario: createScenario(fixture.owner),
    /** Dependencies of use cases, with their own connections. */
    deps,
    /** Sends the service the event of a purchase, from which it reads the id; anyone with access to the broker could. */
    tell: (type: 'booking.paid' | 'order.paid' | 'order.completed', id: string) =>
      put(type, type === 'booking.paid' ? { bookingId: id } : { orderId: id }),
    /** Sends the service the event of a refund. */
    tellRefund: (kind: Kind, id: string) => put('payment.refund-due', { target: { kind, id } }),
    /** Sends the service the event of a cancellation. */
    tellCancelled: (kind: Kind, id: string, paymentStatus: string) =>
      put(`${kind}.cancelled`, { [`${kind}Id`]: id, paymentStatus, reason: 'staff' }),
    /** Sends the service the event of an order of which something came back. */
    tellReturned: (orderId: string, paymentStatus: string) =>
      put('order.returned', { orderId, paymentStatus }, 'me.purchase-changes'),
    /** Waits until the service has handled `times` events of a purchase, and returns their outcomes. */
    outcomes: (purchaseId: string, times = 1) =>
      eventually(() => {
        const about = fixture.log.filter(line => line.orderId === purchaseId || line.bookingId === purchaseId)
        if (about.length < times) throw new Error(`${about.length} of ${times} events of ${purchaseId} were handled`)
        return about.map(line => line.outcome)
      }),
    /** A customer's total spending. */
    spendingOf: ({ customerId }: { customerId: string }) => spendingOf(fixture, customerId),
    stop: async () => {
      await deps.close()
      await fixture.stop()
    },
  }
}

async function spendingOf({ owner }: Pick<ServiceFixture, 'owner'>, customerId: string) {
  const { rows } = await owner.query<{ totalSpent: string; firstPurchaseUsed: boolean }>(
    `select total_spent::text as "totalSpent", first_purchase_used as "firstPurchaseUsed"
    from member.customer
    where id = $1`,
    [customerId],
  )
  const [spending] = rows
  if (!spending) throw new Error(`There is no customer ${customerId}`)
  return spending
}
