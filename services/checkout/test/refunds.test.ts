import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { type Fields, insertRow, unique } from '@campstore/testing/rows'
import { insertBooking, insertNotification, insertOrder } from '@campstore/testing/stored-rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// The refunds and payments of both kinds, as staff see and close them. test/holds/refunds.test.ts has how they are opened.
const fixture = useFixture(startCheckoutFixture)

const start = '2026-11-20T08:00:00.000Z'
type Kind = 'booking' | 'order'
const schemaOf = { booking: 'booking', order: 'checkout' } as const
const permissions = ['payments.view', 'payments.edit']
const staff = (adminId = 'admin-1') => fixture.administrator(permissions, adminId)
const path = '/internal/checkout/refunds'
const pageOf = async (query: string) => {
  const { data } = await staff().get(`${path}?${query}`)
  return z.array(z.looseObject({ id: z.string() })).parse(data)
}

/** A payment for something of a customer; unapplied, unless the changes say something else. */
async function insertPayment(kind: Kind, changes: Fields = {}) {
  const member = await fixture.member({ name: '林美', email: `${unique('mei')}@example.com`, phone: '0912-000-101' })
  const insert = kind === 'booking' ? insertBooking : insertOrder
  const targetId = await insert(fixture.owner, { customer_id: member.customerId })
  const unapplied = { outcome: 'unapplied', reason: 'already_paid', amount: '1009.50', paid_at: '2026-11-01T15:59:00Z' }
  const row = { target_id: targetId, ...unapplied, ...changes }
  const eventId = await insertNotification(fixture.owner, schemaOf[kind], row)
  return { member, targetId, eventId }
}

/** An unapplied payment with the refund that it opens. */
async function unappliedPayment(kind: Kind, changes: Fields = {}) {
  const payment = await insertPayment(kind, changes)
  const refund = (await pageOf(`q=${payment.targetId}`))[0] ?? expect.fail('no refund')
  return { ...payment, refund, id: refund.id }
}

/** A payment of 1000.00 that was applied, with refunds of 300.00 that are due, of these causes. */
async function paidWithRefunds<const Causes extends readonly string[]>(kind: Kind, ...causes: Causes) {
  const number = unique('T')
  const applied = { outcome: 'applied', reason: null, amount: '1000.00', provider_trade_no: number }
  const { targetId, eventId } = await insertPayment(kind, applied)
  const rows = causes.map(cause => ({ id: unique('refund'), event_id: eventId, provider_trade_no: number, cause }))
  const of = { reason: 'rain', amount: '300.00', currency: 'TWD', target_id: targetId, created_at: start }
  for (const row of rows) await insertRow(fixture.owner, `${schemaOf[kind]}.refund`, { ...row, ...of })
  // One for each cause.
  return { targetId, eventId, ids: rows.map(({ id }) => id) as { [Index in keyof Causes]: string } }
}
const read = async (id: string) => (await staff().get(`${path}/${id}`)).data
const historyOf = async (kind: Kind, targetId: string) => {
  const history = `select actor_id, reason from ${schemaOf[kind]}.status_history where ${kind}_id = $1`
  return (await fixture.owner.query(history, [targetId])).rows
}
const done = (id: string, body: object, adminId?: string) => staff(adminId).post(`${path}/${id}/done`, body)

describe.each(['booking', 'order'] as const)('the refund of a %s', kind => {
  test('a wrong reference is corrected once it is done; the reference of another refund is CONFLICT', async () => {
    const { id, eventId, targetId } = await unappliedPayment(kind)
    const correct = (body: object) => staff('admin-2').patch(`${path}/${id}`, body)
    const [mistyped, right, taken] = [unique('R'), unique('R'), unique('R')]
    expect(await correct({ reference: right })).toMatchObject({ status: 409, code: 'CONFLICT' })
    const other = await unappliedPayment(kind === 'order' ? 'booking' : 'order')
    await done(other.id, { reference: taken })
    await done(id, { reference: mistyped, note: 'by bank' })
    expect(await correct({ reference: taken })).toMatchObject({ status: 409, code: 'CONFLICT' })
    const corrected = { reference: right, note: 'by bank', status: 'done', doneBy: { id: 'admin-1' } }
    expect(await correct({ reference: right })).toMatchObject({ status: 200, data: corrected })
    expect(await correct({ reference: right, note: 'Two digits' })).toMatchObject({ data: { note: 'Two digits' } })
    const told = { event_id: unique('event'), refund_of: eventId, target_id: targetId, reference: right }
    const times = { refunded_at: start, received_at: start }
    await insertRow(fixture.owner, `${schemaOf[kind]}.refund_notification`, { ...told, ...times, outcome: 'repeated' })
    expect(await correct({ reference: mistyped })).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await correct({ reference: right, note: 'as reported' })).toMatchObject({ data: { note: 'as reported' } })
  })

  test('is listed with its payment and its customer', async () => {
    const { member, targetId, eventId, refund } = await unappliedPayment(kind, { provider_trade_no: 'T-1' })
    const { customerId, name, email } = member
    expect(refund).toMatchObject({
      cause: 'unapplied',
      reason: 'already_paid',
      status: 'due',
      amount: '1009.50',
      currency: 'TWD',
      target: { kind, id: targetId },
      payment: { eventId, providerTradeNo: 'T-1', paymentMethod: 'gateway-atm', paidAt: '2026-11-01T15:59:00.000Z' },
      customer: { id: customerId, name, email, phone: '0912-000-101' },
      createdAt: '2026-11-20T08:00:00.000Z',
    })
  })

  test('is done with a reference; again with the same changes nothing, with another is CONFLICT', async () => {
    const { id, eventId, targetId } = await unappliedPayment(kind)
    const account = { id: 'admin-1', email: 'peng@campstore.test', name: 'Peng', role: 'operator' }
    const stored = { ...account, created_at: 'now', updated_at: 'now' }
    await insertRow(fixture.owner, 'admin.account', stored, 'on conflict do nothing')
    const reference = unique('R')
    const answer = await done(id, { reference, note: ' ' })
    const closed = {
      status: 'done',
      reference,
      note: null,
      doneAt: fixture.clock.now().toISOString(),
      doneBy: { type: 'admin', id: 'admin-1', name: 'Peng' },
    }
    expect(answer).toMatchObject({ status: 200, data: { id, ...closed } })
    const { event } = await fixture.broker.eventOf(targetId, 'payment.refund-done')
    expect(event.data).toMatchObject({ refundId: id, eventId, cause: 'unapplied', reference })
    expect(await historyOf(kind, targetId)).toEqual([{ actor_id: 'admin-1', reason: 'refund done' }])
    fixture.clock.advance(60_000)
    expect(await done(id, { reference, note: 'again' }, 'admin-2')).toMatchObject({ status: 200, data: closed })
    expect(await done(id, { reference: 'R-2' })).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'reference', message: `is ${reference}` }],
    })
    expect(await staff().get(`${path}/${id}`)).toMatchObject({ data: closed })
    const pages = [await pageOf(`q=${targetId}`), await pageOf(`status=done&q=${reference.toUpperCase()}`)]
    expect(pages).toMatchObject([[], [{ id }]])
    const { data } = await staff().get(`/internal/checkout/payments?q=${eventId}`)
    expect(data).toMatchObject([{ outcome: 'unapplied', refund: { status: 'done', reference } }])
  })

  test('with the reference of another refund, of a booking or an order, is CONFLICT, also for two at once', async () => {
    const refunds = await Promise.all([unappliedPayment(kind), unappliedPayment('booking'), unappliedPayment('order')])
    const reference = unique('R')
    const answers = await Promise.all(refunds.map(({ id }) => done(id, { reference })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'reference', message: 'already belongs to another refund' }],
    })
    const due = refunds[answers.findIndex(({ status }) => status === 409)]?.id ?? ''
    expect(await staff().get(`${path}/${due}`)).toMatchObject({ data: { status: 'due', reference: null } })
    expect(await done(due, { reference: unique('R') })).toMatchObject({ status: 200 })
  })

  test('its booking or order is locked before its reference, as by a report of the payment service', async () => {
    const { id, targetId } = await unappliedPayment(kind)
    const reference = unique('R')
    const table = kind === 'booking' ? 'booking.booking' : 'checkout.store_order'
    const lock = (tx: Queryable) => tx.query(`select from ${table} where id = $1 for no key update`, [targetId])
    const key = "select pg_try_advisory_xact_lock(hashtextextended('refund reference ' || $1, 0)) as free"
    const meanwhile = async (tx: Queryable) => expect((await tx.query(key, [reference])).rows).toEqual([{ free: true }])
    const answer = await delayRequests(fixture.owner, { lock, meanwhile }, () => done(id, { reference }))
    expect(answer).toMatchObject({ status: 200, data: { status: 'done' } })
  })
})

describe.each(['booking', 'order'] as const)('the refunds of a %s', kind => {
  const withdraw = (id: string, reason = 'A zero too many') =>
    staff('admin-2').post(`${path}/${id}/withdraw`, { reason })

  test.each(['goodwill', 'returned', 'changed'])('with the cause %s are withdrawn while they are due', async cause => {
    const { targetId, eventId, ids } = await paidWithRefunds(kind, cause)
    const [id] = ids
    const withdrawn = {
      status: 'withdrawn',
      withdrawnAt: fixture.clock.now().toISOString(),
      withdrawalReason: 'A zero too many',
    }
    expect(await withdraw(id)).toMatchObject({ status: 200, data: { id, reference: null, doneAt: null, ...withdrawn } })
    const { event } = await fixture.broker.eventOf(targetId, 'payment.refund-withdrawn')
    expect(event.data).toMatchObject({ refundId: id, eventId, cause, amount: '300.00', currency: 'TWD' })
    fixture.clock.advance(60_000)
    expect(await withdraw(id, 'again')).toMatchObject({ status: 200, data: withdrawn })
    expect(await done(id, { reference: unique('R') })).toMatchObject({ status: 409, code: 'CONFLICT' })
    const entry = { actor_id: 'admin-2', reason: 'refund withdrawn: A zero too many' }
    expect(await historyOf(kind, targetId)).toEqual([entry])
    const pages = [await pageOf(`q=${targetId}`), await pageOf(`status=withdrawn&q=${targetId}`)]
    expect(pages).toMatchObject([[], [{ id }]])
    const { data } = await staff().get(`/internal/checkout/payments?q=${eventId}`)
    expect(data).toMatchObject([{ refunds: [{ id, ...withdrawn }] }])
  })

  test('are not withdrawn where the money is the payer’s in any case, or was made', async () => {
    const { ids } = await paidWithRefunds(kind, 'cancelled', 'goodwill')
    const { id: unapplied } = await unappliedPayment(kind)
    await done(ids[1], { reference: unique('R') })
    for (const id of [...ids, unapplied]) {
      const before = await read(id)
      expect(await withdraw(id)).toMatchObject({ status: 409, code: 'CONFLICT' })
      expect(await read(id)).toEqual(before)
    }
  })

  test('are done together by one transaction; again with the same reference changes nothing; they are corrected together', async () => {
    const { targetId, ids } = await paidWithRefunds(kind, 'goodwill', 'changed', 'returned')
    const [first, second, third] = ids
    const [reference, right] = [unique('R'), unique('R')]
    const together = (reference: string, note?: string) =>
      staff().post(`${path}/done`, { ids: [second, first], reference, note })
    const made = { status: 'done', reference, note: 'both', doneAt: fixture.clock.now().toISOString() }
    expect(await together(reference, 'both')).toMatchObject({
      status: 200,
      data: [
        { id: second, ...made },
        { id: first, ...made },
      ],
    })
    const done = { actor_id: 'admin-1', reason: 'refund done' }
    expect(await historyOf(kind, targetId)).toEqual([done, done])
    fixture.clock.advance(60_000)
    expect(await together(reference)).toMatchObject({ status: 200, data: [made, made] })
    const isMade = { status: 409, code: 'CONFLICT', details: [{ path: 'reference', message: `is ${reference}` }] }
    expect(await together(unique('R'))).toMatchObject(isMade)
    expect(await staff().patch(`${path}/${first}`, { reference: right })).toMatchObject({ data: { reference: right } })
    expect([await read(second), await read(third)]).toMatchObject([{ reference: right }, { status: 'due' }])
  })

  test('of several payments are not done together, of one target or of two', async () => {
    const { targetId, ids } = await paidWithRefunds(kind, 'goodwill')
    const twice = { target_id: targetId, outcome: 'unapplied', reason: 'already_paid' }
    await insertNotification(fixture.owner, schemaOf[kind], twice)
    const [ofSame] = (await pageOf(`q=${targetId}`)).filter(({ cause }) => cause === 'unapplied')
    const { id: ofOther } = await unappliedPayment(kind === 'order' ? 'booking' : 'order')
    for (const other of [ofSame?.id, ofOther])
      expect(await staff().post(`${path}/done`, { ids: [...ids, other], reference: unique('R') })).toMatchObject({
        code: 'CONFLICT',
        details: [{ path: 'ids', message: 'must be of one payment' }],
      })
    const unknown = { ids: [...ids, 'none'], reference: unique('R') }
    expect(await staff().post(`${path}/done`, unknown)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await read(ids[0])).toMatchObject({ status: 'due', reference: null })
  })
})

// docs/contract/admin.md#takings
describe('takings', () => {
  const takings = async (from: string, to: string) =>
    (await staff().get(`/internal/checkout/reports/takings?from=${from}&to=${to}`)).data
  const nothing = { count: 0, amount: '0.00' }
  const empty = {
    bookings: nothing,
    orders: nothing,
    cashOnDelivery: nothing,
    shippingFees: '0.00',
    discounts: '0.00',
    unapplied: nothing,
    refunded: nothing,
    net: '0.00',
  }
  const applied = { outcome: 'applied', reason: null }

  test('each day of the range has a row, of what was paid on it in Taipei, less what was given back on it', async () => {
    // 16:00 UTC is the beginning of the next day.
    const [lastMoment, firstMoment] = ['2026-03-01T15:59:59.999Z', '2026-03-01T16:00:00.000Z']
    await insertPayment('booking', { ...applied, amount: '2400.00', paid_at: firstMoment })
    await insertPayment('order', { ...applied, amount: '1100.00', paid_at: lastMoment })
    await insertPayment('order', { ...applied, amount: '600.00', paid_at: firstMoment })
    await insertPayment('order', { type: 'payment.failed', reason: 'unknown_target', paid_at: firstMoment })
    await unappliedPayment('booking', { amount: '7.00', currency: 'USD', paid_at: firstMoment })
    await insertPayment('booking', { outcome: 'repeated', reason: null, paid_at: firstMoment })
    await insertPayment('order', { reason: 'trade_number_used', paid_at: firstMoment })
    const { id } = await unappliedPayment('order', { amount: '3000.00', paid_at: firstMoment })
    fixture.clock.set('2026-03-03T02:00:00.000Z')
    await done(id, { reference: unique('R') })
    const amounts = { subtotal: '500.00', shipping_fee: '100.00', discount: '50.00', total: '550.00' }
    const order = { ...amounts, payment_status: 'paid', paid_at: firstMoment }
    await insertOrder(fixture.owner, order)
    const onDelivery = { cod_confirmed_at: lastMoment, payment_method: 'cod', total: '549.50' }
    await insertOrder(fixture.owner, { ...order, ...onDelivery })
    expect(await takings('2026-02-28', '2026-03-03')).toEqual([
      { date: '2026-02-28', ...empty },
      { date: '2026-03-01', ...empty, orders: { count: 1, amount: '1100.00' }, net: '1100.00' },
      {
        date: '2026-03-02',
        bookings: { count: 1, amount: '2400.00' },
        orders: { count: 1, amount: '600.00' },
        cashOnDelivery: { count: 1, amount: '550.00' },
        shippingFees: '200.00',
        discounts: '100.00',
        unapplied: { count: 2, amount: '3000.00' },
        refunded: nothing,
        net: '6550.00',
      },
      { date: '2026-03-03', ...empty, refunded: { count: 1, amount: '3000.00' }, net: '-3000.00' },
    ])
  })

  test('a range of 92 days is not too long, one of 93 is', async () => {
    expect(await takings('2025-01-01', '2025-04-02')).toHaveLength(92)
    const answer = await staff().get('/internal/checkout/reports/takings?from=2026-01-01&to=2026-04-03')
    const details = [{ path: 'to', message: 'must be at most 91 days after from' }]
    expect(answer).toMatchObject({ status: 400, details })
  })
})
