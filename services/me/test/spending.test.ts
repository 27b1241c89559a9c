import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { parkedQueue } from '@campstore/messaging/topology'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { connect } from 'amqplib'
import { describe, expect, test } from 'vitest'
import { purchaseQueue } from '../src/consumers/purchases.ts'
import { bookingPaid, orderEvent, startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#tiers-and-spending: totalSpent is the sum of what is paid; firstPurchaseUsed becomes true with the first.
const fixture = useFixture(startMeFixture)

const purchasesOf = async ({ customerId }: { customerId: string }) => {
  const { rows } = await fixture.owner.query(
    `select kind, subject_id as id, amount::text as amount, paid_at as "paidAt"
    from member.purchase
    where customer_id = $1
    order by subject_id`,
    [customerId],
  )
  return rows
}
const nothing = { totalSpent: '0.00', firstPurchaseUsed: false }

/** Inserts a paid booking or order, as the owning service would before it publishes. */
const owned = {
  booking: (id: string, customer: { customerId: string }, amount: string, paidAt?: string) =>
    fixture.scenario.paidBooking(customer, { id, final_amount: amount, ...(paidAt && { paid_at: paidAt }) }),
  order: (id: string, customer: { customerId: string }, total: string) =>
    fixture.scenario.paidOrder(customer, { id, total }),
}

describe('what counts', () => {
  test('a paid booking, with its finalAmount', async () => {
    const member = await fixture.member()
    const id = unique('booking')
    await owned.booking(id, member, '2400.50', '2026-11-20T07:05:00.000Z')
    await fixture.publish(bookingPaid(id, { ...member, amount: '2400.50', paidAt: '2026-11-20T07:05:00.000Z' }))
    expect(await fixture.outcomes(id)).toEqual(['recorded'])
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '2400.50', firstPurchaseUsed: true })
    expect(await purchasesOf(member)).toEqual([
      { kind: 'booking', id, amount: '2400.50', paidAt: new Date('2026-11-20T07:05:00.000Z') },
    ])
  })

  test.each([
    ['an order that was paid online', 'order.paid', 'gateway-credit'],
    ['an order by cash on delivery, when it is completed', 'order.completed', 'cod'],
  ] as const)('%s, with its total', async (_, type, paymentMethod) => {
    const member = await fixture.member()
    const id = unique('order')
    await owned.order(id, member, '1100.00')
    await fixture.publish(orderEvent(type, id, { ...member, amount: '1100.00', paymentMethod }))
    await fixture.outcomes(id)
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '1100.00', firstPurchaseUsed: true })
  })

  test('a completed order that is not paid does not', async () => {
    const member = await fixture.member()
    const [refunded, paid] = [unique('order'), unique('order')]
    await fixture.scenario.order(member, { id: refunded, payment_status: 'refunded', total: '1.00' })
    await owned.order(paid, member, '2.00')
    const completed = orderEvent('order.completed', refunded, { ...member, amount: '1.00', paymentStatus: 'refunded' })
    await fixture.publish(completed, orderEvent('order.paid', paid, { ...member, amount: '2.00' }))
    await fixture.outcomes(paid)
    await eventually(async () => expect(await fixture.broker.count(purchaseQueue)).toBe(0))
    expect(await purchasesOf(member)).toMatchObject([{ id: paid }])
  })

  test('bookings and orders add up, also where they have the same id', async () => {
    const member = await fixture.member()
    const id = unique('same')
    await owned.booking(id, member, '0.10')
    await owned.order(id, member, '0.20')
    await fixture.publish(
      bookingPaid(id, { ...member, amount: '0.10' }),
      orderEvent('order.paid', id, { ...member, amount: '0.20' }),
    )
    await fixture.outcomes(id, 2)
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '0.30', firstPurchaseUsed: true })
  })

  test('an order of 0.00 is a first purchase', async () => {
    const member = await fixture.member()
    const id = unique('order')
    await owned.order(id, member, '0.00')
    await fixture.publish(orderEvent('order.paid', id, { ...member, amount: '0.00' }))
    await fixture.outcomes(id)
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: true })
  })
})

describe('once, however often and in any order', () => {
  test('the same event twice', async () => {
    const member = await fixture.member()
    const id = unique('booking')
    await owned.booking(id, member, '80.00')
    const event = bookingPaid(id, { ...member, amount: '80.00' })
    await fixture.publish(event)
    await fixture.outcomes(id)
    await fixture.publish(event)
    expect(await fixture.outcomes(id, 2)).toEqual(['recorded', 'repeated'])
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '80.00', firstPurchaseUsed: true })
  })

  test.each([['order.paid', 'order.completed'] as const, ['order.completed', 'order.paid'] as const])(
    'two events of one purchase: %s, then %s',
    async (...types) => {
      const member = await fixture.member()
      const id = unique('order')
      await owned.order(id, member, '90.00')
      for (const [index, type] of types.entries()) {
        await fixture.publish(orderEvent(type, id, { ...member, amount: '90.00' }))
        await fixture.outcomes(id, index + 1)
      }
      expect(await fixture.outcomes(id, 2)).toEqual(['recorded', 'repeated'])
      expect(await fixture.spendingOf(member)).toMatchObject({ totalSpent: '90.00' })
    },
  )
})

describe('a forged event, which anybody with access to the broker can publish', () => {
  const forge = async (
    type: 'order.paid' | 'booking.paid',
    id: string,
    customer: { customerId: string },
    amount: string,
  ) => {
    const { exchange, routingKey, contentType, body } =
      type === 'order.paid' ? orderEvent(type, id, { ...customer, amount }) : bookingPaid(id, { ...customer, amount })
    const connection = await connect(fixture.vhost.url)
    const channel = await connection.createConfirmChannel()
    channel.publish(exchange, routingKey, Buffer.from(JSON.stringify(body)), { contentType, persistent: true })
    await channel.waitForConfirms()
    await connection.close()
  }

  test.each(['order.paid', 'booking.paid'] as const)('%s of something unknown changes nothing', async type => {
    const member = await fixture.member()
    const id = unique('forged')
    await forge(type, id, member, '150000.00')
    expect(await fixture.outcomes(id)).toEqual(['not_paid'])
    expect(fixture.log.find(line => line.orderId === id || line.bookingId === id)).toMatchObject({ level: 40 })
    expect(await fixture.spendingOf(member)).toEqual(nothing)
    expect(await purchasesOf(member)).toEqual([])
  })

  test('of an unpaid order changes nothing, and its later payment counts', async () => {
    const member = await fixture.member()
    const id = await fixture.scenario.order(member, { total: '1100.00' })
    await forge('order.paid', id, member, '0.00')
    expect(await fixture.outcomes(id)).toEqual(['not_paid'])
    await fixture.scenario.change('checkout.store_order', id, {
      payment_status: 'paid',
      paid_at: '2026-11-20T07:05:00Z',
    })
    await fixture.publish(orderEvent('order.paid', id, { ...member, amount: '1100.00' }))
    expect(await fixture.outcomes(id, 2)).toEqual(['not_paid', 'recorded'])
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '1100.00', firstPurchaseUsed: true })
  })

  test('of a paid order counts the real amount for the real customer', async () => {
    const [member, forger] = [await fixture.member(), await fixture.member()]
    const id = unique('order')
    await owned.order(id, member, '1100.00')
    await forge('order.paid', id, forger, '150000.00')
    expect(await fixture.outcomes(id)).toEqual(['recorded'])
    expect(await fixture.spendingOf(forger)).toEqual(nothing)
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '1100.00', firstPurchaseUsed: true })
  })
})

test('updatedAt follows a purchase, and never goes back', async () => {
  const member = await fixture.member({ updated_at: '2026-11-20T07:59:00Z' })
  const updatedAt = async () => {
    const { rows } = await fixture.owner.query('select updated_at from member.customer where id = $1', [
      member.customerId,
    ])
    return rows[0]?.updated_at
  }
  const [first, second] = [unique('order'), unique('order')]
  for (const id of [first, second]) await owned.order(id, member, '1.00')
  await fixture.publish(orderEvent('order.paid', first, { ...member, amount: '1.00' }))
  await fixture.outcomes(first)
  expect(await updatedAt()).toEqual(new Date('2026-11-20T08:00:00.000Z'))
  const later = '2026-11-20T09:00:00.000Z'
  await fixture.scenario.change('member.customer', member.customerId, { updated_at: later })
  await fixture.publish(orderEvent('order.paid', second, { ...member, amount: '1.00' }))
  await fixture.outcomes(second)
  expect(await updatedAt()).toEqual(new Date(later))
})

describe('an unknown customer', () => {
  test('the purchase is kept and logged, and counts with the first one after the customer exists', async () => {
    const customerId = unique('customer')
    const [before, after] = [unique('order'), unique('order')]
    await owned.order(before, { customerId }, '10.00')
    await owned.order(after, { customerId }, '5.00')
    await fixture.publish(orderEvent('order.paid', before, { customerId, amount: '10.00' }))
    expect(await fixture.outcomes(before)).toEqual(['unknown_customer'])
    expect(fixture.log.find(line => line.orderId === before)).toMatchObject({ level: 40 })
    await fixture.member({ id: customerId })
    expect(await fixture.spendingOf({ customerId })).toEqual(nothing)
    await fixture.publish(orderEvent('order.paid', after, { customerId, amount: '5.00' }))
    await fixture.outcomes(after)
    expect(await fixture.spendingOf({ customerId })).toEqual({ totalSpent: '15.00', firstPurchaseUsed: true })
  })
})

describe('a malformed event is parked at once, unchanged, with the reason', () => {
  const paid = orderEvent('order.paid', 'o-1', { customerId: 'c-1', amount: '1.00' }).body as { data: object }
  const json = (event: object) => JSON.stringify(event)
  test.each([
    ['not JSON', '{"type":', /^malformed: /],
    ['an unknown type', json({ ...paid, type: 'order.eaten' }), /^malformed: type is not one of those allowed$/],
    ['no id', json({ ...paid, data: { ...paid.data, orderId: undefined } }), /^malformed: data\.orderId is missing$/],
    ['an id with NUL', json({ ...paid, data: { orderId: 'o-\0' } }), /^malformed: not an id$/],
    ['an id of half a character', '{"type":"order.paid","data":{"orderId":"o-\\ud800"}}', /^malformed: not an id$/],
  ])('%s', async (_, content, reason) => {
    await fixture.broker.put(purchaseQueue, Buffer.from(content))
    const parked = await fixture.broker.take(parkedQueue(purchaseQueue))
    expect(parked.content.toString()).toBe(content)
    expect(parked.properties.headers?.[parkedReasonHeader]).toMatch(reason)
  })

  test('additional fields are accepted', async () => {
    const member = await fixture.member()
    const id = unique('order')
    await owned.order(id, member, '3.00')
    const message = orderEvent('order.paid', id, { ...member, amount: '3.00' })
    const { data, ...event } = message.body as { data: object }
    await fixture.publish({ ...message, body: { ...event, traceparent: '00-1', data: { ...data, giftWrap: true } } })
    expect(await fixture.outcomes(id)).toEqual(['recorded'])
  })
})

test('other events do not reach the queue', async () => {
  const queues = await fixture.vhost.listQueues()
  expect(
    queues
      .map(({ name }) => name)
      .filter(name => name.startsWith('me.'))
      .sort(),
  ).toEqual([purchaseQueue, `${purchaseQueue}.parked`])
  const member = await fixture.member()
  const [shipped, paid] = [unique('order'), unique('order')]
  for (const id of [shipped, paid]) await owned.order(id, member, '1.00')
  const event = orderEvent('order.paid', shipped, { ...member, amount: '1.00' })
  await fixture.publish({ ...event, routingKey: 'order.shipped' })
  await fixture.broker.eventOf(shipped, 'order.shipped')
  await fixture.publish(orderEvent('order.paid', paid, { ...member, amount: '1.00' }))
  await fixture.outcomes(paid)
  expect(await purchasesOf(member)).toMatchObject([{ id: paid }])
})
