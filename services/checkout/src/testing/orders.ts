import { type CheckoutWorld, checkoutOf, sessionsPath } from './checkout-world.ts'

type World = CheckoutWorld
/** An order that has just been placed, and what is needed to take it further. */
type Placed = { world: World; client: World['anyone']; orderId: string; path: string; pay(): Promise<void> }

/** How an open order gets to a point of its life. */
const ways = {
  open: () => {},
  'cancelled by its member': ({ client, path }) => client.post(`${path}/cancel`),
  'past its deadline': ({ world }) => world.clock.advance(900_000),
  'timed out': ({ world, orderId }) => {
    world.clock.advance(900_000)
    return world.expire(orderId)
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

/** A point in the life of an order. */
export type Stage = keyof typeof ways

async function confirm({ client, path }: Placed): Promise<void> {
  await client.send('PATCH', path, { body: { paymentMethod: 'cod' } })
  const answer = await client.post(`${path}/confirm-cod`)
  if (answer.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(answer.body)}`)
}

async function administer({ world, orderId }: Placed, action: 'ship' | 'complete'): Promise<void> {
  const answer = await world.administrator().post(`/internal/checkout/orders/${orderId}/${action}`)
  if (answer.status !== 200) throw new Error(`no ${action}: ${JSON.stringify(answer.body)}`)
}

/**
 * An order at a point of its life: of one piece at 500.00, ready to be paid by credit card, unless told otherwise; and how
 * its member speaks about it.
 */
export async function orderThatIs(world: World, stage: Stage, changes: object = {}) {
  const member = await world.member()
  const variant = await world.set.variant()
  const session = await world.hold(member, checkoutOf(variant, changes))
  const { orderId } = session
  const path = `${sessionsPath}/${orderId}`
  const pay = async () => {
    await world.pay(session)
    await world.broker.eventOf(orderId, 'order.paid')
  }
  await ways[stage]({ world, client: member.client, orderId, path, pay })
  return {
    ...{ member, variant, session, orderId, path, pay },
    read: () => member.client.get(path),
    change: (body: object) => member.client.send('PATCH', path, { body }),
    confirmCod: () => member.client.post(`${path}/confirm-cod`),
    openForm: () => member.client.post(`${path}/gateway`),
    cancel: () => member.client.post(`${path}/cancel`),
  }
}

/** The rows of an order's history, oldest first. */
export async function historyOf({ owner }: World, orderId: string) {
  const { rows } = await owner.query(
    `select from_status, to_status, actor_type, actor_id, at
    from checkout.status_history
    where order_id = $1
    order by id`,
    [orderId],
  )
  return rows
}
