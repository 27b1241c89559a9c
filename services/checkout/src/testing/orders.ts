import { type CheckoutFixture, checkoutOf, sessionsPath } from './checkout-fixture.ts'

/** A new order, by default of one piece at 500.00 to be paid by credit card, with its member's operations. */
export async function openOrder(fixture: CheckoutFixture, changes: object = {}, columns: object = {}) {
  const member = await fixture.member()
  const variant = await fixture.scenario.variant({ variant: { ...columns } })
  const session = await fixture.hold(member, checkoutOf(variant, changes))
  const { orderId } = session
  const path = `${sessionsPath}/${orderId}`
  return {
    member,
    variant,
    session,
    orderId,
    read: () => member.client.get(path),
    change: (body: object) => member.client.patch(path, body),
    confirmCod: () => member.client.post(`${path}/confirm-cod`),
    openForm: (headers?: Record<string, string>) => member.client.post(`${path}/gateway`, undefined, headers),
    cancel: () => member.client.post(`${path}/cancel`),
  }
}

/** The rows of an order's history, oldest first. */
export async function historyOf({ owner }: CheckoutFixture, orderId: string) {
  const { rows } = await owner.query(
    `select from_status, to_status, actor_type, actor_id, at
    from checkout.status_history
    where order_id = $1
    order by id`,
    [orderId],
  )
  return rows
}
