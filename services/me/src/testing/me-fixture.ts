import { randomUUID } from 'node:crypto'
import { cloudEvent, type EventData } from '@campstore/contract/messages/events'
import { moneySchema } from '@campstore/contract/schemas'
import { loadConfig } from '@campstore/core/config/load-config'
import { connectBroker } from '@campstore/messaging/broker'
import { addToOutbox, eventMessage, type OutboxMessage } from '@campstore/messaging/outbox'
import { startRelay } from '@campstore/messaging/relay'
import { type ServiceFixture, startServiceFixture } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { eventually } from '@campstore/testing/waiting'
import { meConfig } from '../config.ts'
import { purchaseTopology } from '../consumers/purchases.ts'
import { startMeService } from '../service.ts'
import { createScenario, type Scenario } from './scenario.ts'

/** A me service in a fixture of its own, with a relay that publishes the outbox of checkout. */
export type MeFixture = ServiceFixture & {
  scenario: Scenario
  /** Dependencies of use cases, with connections of their own. */
  deps: Awaited<ReturnType<typeof createUseCaseDependencies>>
  /** Inserts messages into an outbox, from which they are published. */
  publish(...messages: OutboxMessage[]): Promise<void>
  /** Waits until the service has handled `times` events of a purchase, and returns their outcomes. */
  outcomes(purchaseId: string, times?: number): Promise<unknown[]>
  /** A customer's total spending. */
  spendingOf(customer: { customerId: string }): Promise<{ totalSpent: string; firstPurchaseUsed: boolean }>
}

/** Starts one. */
export async function startMeFixture(): Promise<MeFixture> {
  const fixture = await startServiceFixture({
    checksEvents: false,
    service: 'me',
    permission: 'customers.view',
    queues: 1,
    environment: {},
    start: (variables, log, clock) => startMeService(loadConfig(meConfig, variables), log, clock),
  })
  const deps = await createUseCaseDependencies(fixture, {
    service: 'me',
    schema: 'member',
    entities: () => import('../persistence/entities.ts'),
  })
  const relaying = await startRelaying(fixture)
  return {
    ...fixture,
    scenario: createScenario(fixture.owner),
    deps,
    publish: async (...messages) => {
      await addToOutbox(fixture.owner, 'checkout', messages)
      relaying.wake()
    },
    outcomes: (purchaseId, times = 1) =>
      eventually(() => {
        const about = fixture.log.filter(line => line.orderId === purchaseId || line.bookingId === purchaseId)
        if (about.length < times) throw new Error(`${about.length} of ${times} events of ${purchaseId} were handled`)
        return about.map(line => line.outcome)
      }),
    spendingOf: ({ customerId }) => spendingOf(fixture, customerId),
    stop: async () => {
      await relaying.stop()
      await deps.close()
      await fixture.stop()
    },
  }
}

async function startRelaying({ vhost, database, owner, logger }: ServiceFixture) {
  const broker = await connectBroker({ url: vhost.url, name: 'test relay', log: logger, topology: purchaseTopology })
  const { publisher } = broker
  const relay = startRelay({
    pool: owner,
    databaseUrl: database.adminUrl,
    schema: 'checkout',
    publisher,
    log: logger,
    pollMs: 100,
  })
  return {
    wake: () => relay.wake(),
    stop: async () => {
      await relay.stop()
      await broker.close()
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

type Payment = { customerId: string; amount: string; paidAt?: string }
const instants = { time: new Date('2026-11-20T07:05:00.000Z'), deadline: '2026-11-20T07:15:00.000Z' }

/** The event of a paid booking, with a new id. */
export function bookingPaid(
  bookingId: string,
  { customerId, amount, paidAt = instants.deadline }: Payment,
): OutboxMessage {
  const event = { id: randomUUID(), source: '/campstore/booking', subject: bookingId, time: instants.time }
  const data: EventData<'booking.paid'> = {
    bookingId,
    customerId,
    customer: { emailVerified: true },
    campgroundId: 'camp-1',
    status: 'pending',
    paymentStatus: 'paid',
    paidAt,
    checkIn: '2026-12-07',
    checkOut: '2026-12-09',
    finalAmount: moneySchema.parse(amount),
    checkoutExpiresAt: instants.deadline,
  }
  return eventMessage(cloudEvent('booking.paid', { ...event, data }))
}

/** The event of a paid or completed order, with a new id. */
export function orderEvent(
  type: 'order.paid' | 'order.completed',
  orderId: string,
  { customerId, amount, paidAt = instants.deadline, ...changes }: Payment & Partial<EventData<'order.completed'>>,
): OutboxMessage {
  const event = { id: randomUUID(), source: '/campstore/checkout', subject: orderId, time: instants.time }
  const data: EventData<'order.completed'> = {
    orderId,
    customerId,
    buyerEmailVerified: true,
    status: type === 'order.paid' ? 'unshipped' : 'completed',
    paymentStatus: 'paid',
    paymentMethod: 'gateway-credit',
    total: moneySchema.parse(amount),
    checkoutExpiresAt: null,
    paidAt,
    ...changes,
  }
  return eventMessage(cloudEvent(type, { ...event, data }))
}
