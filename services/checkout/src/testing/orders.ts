import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type CheckoutFixture, checkoutOf, sessionsPath } from './checkout-fixture.ts'

type ServiceFixture = CheckoutFixture
/** A new order, with what its next stages need. */
type Placed = {
  fixture: ServiceFixture
  client: ServiceFixture['anyone']
  orderId: string
  path: string
  pay(changes?: Partial<PaymentNotification>): Promise<void>
}

/** How a new order reaches a stage. */
const stages = {
  open: () => {},
  'cancelled by its member': ({ client, path }) => client.post(`${path}/cancel`),
  'past its deadline': ({ fixture }) => fixture.clock.advance(900_000),
  'timed out': ({ fixture, orderId }) => {
    fixture.clock.advance(900_000)
    return fixture.expire(orderId)
  },
  'confirmed for cash on delivery': placed => confirm(placed),
  paid: ({ pay }) => pay(),
  shipped: async placed => {
    await placed.pay()
    await administer(placed, 'ship')
  },
  completed: async placed => {
    await confirm(placed)
    await administer(placed, 'ship')
    await administer(placed, 'complete')
  },
} satisfies Record<string, (placed: Placed) => unknown>

/** A stage in the life of an order. */
export type Stage = keyof typeof stages

async function confirm({ client, path }: Placed): Promise<void> {
  await client.send('PATCH', path, { body: { paymentMethod: 'cod' } })
  const answer = await client.post(`${path}/confirm-cod`)
  if (answer.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(answer.body)}`)
}

async function administer({ fixture, orderId }: Placed, action: 'ship' | 'complete'): Promise<void> {
  const answer = await fixture.administrator().post(`/internal/checkout/orders/${orderId}/${action}`)
  if (answer.status !== 200) throw new Error(`no ${action}: ${JSON.stringify(answer.body)}`)
}

/**
 * An order in a stage of its life, by default of one piece at 500.00 and ready to be paid by credit card, with its member's
 * operations.
 */
export async function orderThatIs(fixture: ServiceFixture, stage: Stage, changes: object = {}) {
  const member = await fixture.member()
  const variant = await fixture.scenario.variant()
  const session = await fixture.hold(member, checkoutOf(variant, changes))
  const { orderId } = session
  const path = `${sessionsPath}/${orderId}`
  const pay: Placed['pay'] = async changes => {
    await fixture.pay(session, changes)
    await fixture.broker.eventOf(orderId, 'order.paid')
  }
  await stages[stage]({ fixture, client: member.client, orderId, path, pay })
  return {
    member,
    variant,
    session,
    orderId,
    path,
    pay,
    read: () => member.client.get(path),
    change: (body: object) => member.client.send('PATCH', path, { body }),
    confirmCod: () => member.client.post(`${path}/confirm-cod`),
    openForm: () => member.client.post(`${path}/gateway`),
    cancel: () => member.client.post(`${path}/cancel`),
  }
}

/** The rows of an order's history, oldest first. */
export async function historyOf({ owner }: ServiceFixture, orderId: string) {
  const { rows } = await owner.query(
    `select from_status, to_status, actor_type, actor_id, at
    from checkout.status_history
    where order_id = $1
    order by id`,
    [orderId],
  )
  return rows
}
