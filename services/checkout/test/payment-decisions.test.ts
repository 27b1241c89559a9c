import { newId } from '@campstore/core/new-id'
import { transaction } from '@campstore/database/database'
import { moveMoney } from '@campstore/holds/money/move-money'
import { refundFor } from '@campstore/testing/payments'
import { type Fields, insertRow, unique } from '@campstore/testing/rows'
import { insertBooking, insertNotification, insertOrder } from '@campstore/testing/stored-rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { orderNames } from '../src/names.ts'
import { startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Payments whose trade number was used before, and what staff decide about them (docs/contract/admin.md#used-trade-numbers).
const fixture = useFixture(startCheckoutFixture)

const staff = () => fixture.administrator(['payments.view', 'payments.edit'], 'admin-1')
const path = '/internal/checkout/payments'
const list = async (query: string) => (await staff().get(`${path}?${query}`)).data

describe.each(['booking', 'order'] as const)('a used trade number of a %s', targetKind => {
  const schema = targetKind === 'booking' ? 'booking' : 'checkout'

  async function usedNumber(changes: Fields = {}) {
    const insert = targetKind === 'booking' ? insertBooking : insertOrder
    const { customerId } = await fixture.member()
    const at = '2026-11-20T07:55:00.500Z'
    const takenAt = targetKind === 'booking' ? 'created_at' : 'placed_at'
    const targetId = await insert(fixture.owner, { customer_id: customerId, [takenAt]: at })
    const begun = { [`${targetKind}_id`]: targetId, to_status: 'pending', at, actor_type: 'member' }
    await insertRow(fixture.owner, `${schema}.status_history`, begun)
    const used = { provider_trade_no: 'T-used', outcome: 'unapplied', reason: 'trade_number_used' }
    const row = { target_id: targetId, ...used, paid_at: '2026-04-10T08:00:00Z', ...changes }
    const eventId = await insertNotification(fixture.owner, schema, row)
    return { targetId, eventId, customerId }
  }
  type Used = Awaited<ReturnType<typeof usedNumber>>
  const decide = ({ eventId }: Pick<Used, 'eventId'>, decision: string, note?: string) =>
    staff().post(`${path}/decisions`, { eventId, targetKind, decision, note })
  const refundsOf = async ({ targetId }: Used) =>
    (await fixture.owner.query<Fields>(`select * from ${schema}.refund where target_id = $1`, [targetId])).rows
  const reported = ({ eventId, targetId }: Used, reference: string, refundedAt = '2026-11-20T07:59:00Z') => {
    const target = { kind: targetKind, id: targetId }
    const notification = { ...refundFor({ eventId, target }, new Date(refundedAt)), reference }
    const account = { kind: targetKind, schema, targetId, actsFor: orderNames }
    const moving = { now: new Date('2026-11-20T08:00:00Z'), newId }
    return transaction(fixture.owner, tx => moveMoney(tx, account, { type: 'refund reported', notification }, moving))
  }
  const decidedBy = { id: 'admin-1', name: null }

  test('is the same payment: nothing is given back, and it waits for no decision any more', async () => {
    const used = await usedNumber()
    expect(await list(`reason=trade_number_used&decided=false&q=${used.eventId}`)).toMatchObject([
      { eventId: used.eventId, decision: null },
    ])
    const decidedAt = fixture.clock.now().toISOString()
    const decided = { decision: 'same-payment', decisionNote: 'Typed twice', decidedAt, decidedBy }
    const answer = await decide(used, 'same-payment', ' Typed twice ')
    expect(answer).toMatchObject({ status: 200, data: { eventId: used.eventId, refund: null, ...decided } })
    expect(await refundsOf(used)).toEqual([])
    expect(await list(`reason=trade_number_used&decided=false&q=${used.eventId}`)).toEqual([])
    expect(await list(`decided=true&q=${used.eventId}`)).toMatchObject([decided])
    const history = `select actor_id, reason from ${schema}.status_history where ${targetKind}_id = $1 order by id`
    expect((await fixture.owner.query(history, [used.targetId])).rows).toEqual([
      { actor_id: null, reason: null },
      { actor_id: 'admin-1', reason: 'payment decided: same-payment' },
    ])
  })

  test('is another payment: its refund opens, whole and once, and is published', async () => {
    const used = await usedNumber()
    const answer = await decide(used, 'another-payment')
    expect(answer).toMatchObject({
      status: 200,
      data: { refund: { cause: 'unapplied', status: 'due', amount: '1000.00' }, decisionNote: null, decidedBy },
    })
    const [refund, ...more] = await refundsOf(used)
    expect(more).toEqual([])
    expect(refund).toMatchObject({
      event_id: used.eventId,
      reason: 'trade_number_used',
      customer_id: used.customerId,
      created_at: fixture.clock.now(),
    })
    const { event } = await fixture.broker.eventOf(used.targetId, 'payment.refund-due')
    const target = { kind: targetKind, id: used.targetId }
    const facts = { eventId: used.eventId, target, amount: '1000.00', currency: 'TWD', providerTradeNo: 'T-used' }
    expect(event.data).toEqual({ ...facts, cause: 'unapplied', refundId: refund?.id })
    const refused = { code: 'CONFLICT', details: [{ path: 'decision', message: 'is another-payment' }] }
    expect(await decide(used, 'same-payment')).toMatchObject(refused)
    const second = insertRow(fixture.owner, `${schema}.refund`, { ...refund, id: unique('refund'), amount: '0.01' })
    await expect(second).rejects.toThrow('exceed what was paid')
  })

  const listed = ({ eventId }: Used) => list(`q=${eventId}`)
  const recorded = (reference: string) =>
    insertRow(fixture.owner, `${targetKind === 'booking' ? 'checkout' : 'booking'}.refund`, {
      provider_trade_no: 'T-used',
      cause: 'goodwill',
      reason: 'Given back',
      amount: '1000.00',
      currency: 'TWD',
      target_id: unique('other'),
      created_at: '2026-11-20T07:58:00Z',
      status: 'done',
      reference,
      done_at: '2026-11-20T07:59:00Z',
      done_by_type: 'admin',
      done_by_id: 'admin-1',
    })

  test('that was given back is not the same payment, until a refund of the other one has the reference', async () => {
    const [used, reference] = [await usedNumber(), unique('R')]
    await reported(used, reference)
    expect(await decide(used, 'same-payment')).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`(reference ${reference})`),
    })
    expect(await listed(used)).toMatchObject([{ decision: null }])
    await recorded(reference)
    expect(await decide(used, 'same-payment')).toMatchObject({ status: 200, data: { refund: null } })
  })

  test('that is given back after it was decided as the same payment waits for a decision again', async () => {
    const [used, reference] = [await usedNumber(), unique('R')]
    await decide(used, 'same-payment', 'Typed twice')
    await reported(used, reference)
    const open = { decision: null, decisionNote: null, decidedAt: null, decidedBy: null }
    expect(await list(`reason=trade_number_used&decided=false&q=${used.eventId}`)).toMatchObject([open])
    const history = `select actor_type, reason from ${schema}.status_history where ${targetKind}_id = $1 order by id desc limit 2`
    expect((await fixture.owner.query(history, [used.targetId])).rows).toEqual([
      { actor_type: 'payment', reason: 'payment undecided again: it was given back' },
      { actor_type: 'admin', reason: 'payment decided: same-payment' },
    ])
    expect(await decide(used, 'same-payment')).toMatchObject({ status: 409 })
    expect(await decide(used, 'another-payment')).toMatchObject({ data: { refund: { status: 'done', reference } } })
  })

  test('that stays the same payment is one whose reported reference the refund of the other one has', async () => {
    const [used, reference] = [await usedNumber(), unique('R')]
    await decide(used, 'same-payment')
    await recorded(reference)
    await reported(used, reference)
    expect(await listed(used)).toMatchObject([{ decision: 'same-payment' }])
  })

  test('of something unknown can be decided too; another payment, or an unknown one, cannot', async () => {
    const stray = await usedNumber({ target_id: unique('unknown') })
    expect(await decide(stray, 'another-payment')).toMatchObject({ status: 200, data: { customer: null } })
    const paid = await usedNumber({ outcome: 'applied', reason: null })
    expect(await decide(paid, 'same-payment')).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await decide({ eventId: 'none' }, 'same-payment')).toMatchObject({ status: 404 })
  })
})
