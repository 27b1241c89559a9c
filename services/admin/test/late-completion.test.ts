import { internalKeys } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeRecords } from '../src/jobs/complete-audit-entries.ts'
import { recordedRoutes } from '../src/routes.ts'
import { createServiceClient } from '../src/service-client.ts'
import { type AdminFixture, type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'
import type { Answering } from '../src/testing/fake-service.ts'

// An audit record that a fault of the database leaves `started` is completed later, from what the owner shows.
let fixture: AdminFixture
let chief: Staff
let complete: () => Promise<number>
const closing: (() => Promise<void>)[] = []
let requests = 0
let requestId: string

beforeAll(async () => {
  fixture = await startAdminFixture()
  chief = await fixture.staff()
  const beside = await createUseCaseDependencies(fixture, { service: 'admin', schema: 'admin', entities: [] })
  const { booking, products, checkout, me } = fixture.owners
  const owners = createServiceClient({
    booking: [booking.url],
    products: [products.url],
    checkout: [checkout.url],
    me: [me.url],
  })
  complete = completeRecords({
    ...beside,
    ...recordedRoutes,
    owners,
    signingKey: internalKeys.signingKey,
    timeoutMs: 2_000,
  })
  closing.push(
    () => owners.stop(),
    () => beside.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
  await fixture.stop()
})
beforeEach(() => {
  requestId = `late-${++requests}`
})

const record = async () => (await fixture.records({ request_id: requestId }))[0]

/** Sends a write whose record cannot be completed, because the database refuses that. */
async function sendDuringFault(method: string, path: string, body?: unknown): Promise<void> {
  await fixture.owner.query('revoke update on admin.audit_record from campstore_admin')
  const headers = { 'x-request-id': requestId }
  await chief.client.send(method, `/api/admin/${path}`, { body, headers })
  await fixture.owner.query('grant update on admin.audit_record to campstore_admin')
  expect(await record()).toMatchObject({ outcome: 'started', completed_at: null })
}

const later = () => fixture.clock.advance(5 * 60_000)
const shows =
  (data: object): Answering =>
  () => ({ status: 200, body: { success: true, data } })
const entry = (adminId: string | null) => ({ at: '2026-11-20T08:00:00.000Z', actor: { type: 'admin', id: adminId } })

describe('a status change, known by the history that the owner keeps', () => {
  test('that this administrator made has succeeded', async () => {
    fixture.owners.checkout.answering = shows({ status: 'unshipped', statusHistory: [] })
    await sendDuringFault('POST', 'orders/o-1/ship')
    const now = { status: 'shipped', statusHistory: [entry(chief.id)] }
    fixture.owners.checkout.answering = shows(now)
    later()
    expect(await complete()).toBe(1)
    expect(await record()).toMatchObject({
      outcome: 'succeeded',
      completed_from: 'history',
      state_after: now,
      completed_at: fixture.clock.now(),
    })
  })

  test('that somebody else made has failed', async () => {
    fixture.owners.checkout.answering = shows({ status: 'unshipped', statusHistory: [] })
    await sendDuringFault('POST', 'orders/o-2/ship')
    fixture.owners.checkout.answering = shows({ status: 'shipped', statusHistory: [entry('somebody-else')] })
    later()
    await complete()
    expect(await record()).toMatchObject({ outcome: 'failed', completed_from: 'history' })
  })
})

describe('a change of what keeps no history, known by its state', () => {
  const before = { id: 'p-1', status: 'active', name: 'Tent', updatedAt: '2026-11-20T07:00:00.000Z' }
  const after = { ...before, name: 'Tarp', updatedAt: '2026-11-20T08:00:00.000Z' }

  test.each([
    ['that is now as it was asked has succeeded', after, 'succeeded', 'state'],
    ['after which nothing has changed has failed', before, 'failed', 'state'],
    ['after which it is something else stays unknown', { ...after, name: 'Canopy' }, 'unknown', 'nothing'],
  ])('%s', async (_, now, outcome, from) => {
    fixture.owners.products.answering = shows(before)
    await sendDuringFault('PATCH', `products/p-${requests}`, { name: 'Tarp' })
    fixture.owners.products.answering = shows(now)
    later()
    await complete()
    expect(await record()).toMatchObject({ outcome, completed_from: from })
  })

  test('that another administrator may have made stays unknown', async () => {
    fixture.owners.products.answering = shows(before)
    await sendDuringFault('PATCH', 'products/p-both', { name: 'Tarp' })
    const { client } = await fixture.staff()
    await client.send('PATCH', '/api/admin/products/p-both', { body: { name: 'Tarp' } })
    fixture.owners.products.answering = shows(after)
    later()
    await complete()
    expect(await record()).toMatchObject({ outcome: 'unknown' })
  })
})

test('a creation whose id nobody learned stays unknown', async () => {
  fixture.owners.products.answering = shows({ id: 'new' })
  await sendDuringFault('POST', 'products', { name: 'Tent' })
  later()
  await complete()
  expect(await record()).toMatchObject({ outcome: 'unknown', completed_from: 'nothing', state_after: null })
})

test('a write that may still be under way is left alone', async () => {
  fixture.owners.checkout.answering = shows({ statusHistory: [] })
  await sendDuringFault('POST', 'orders/o-3/ship')
  fixture.clock.advance(60_000)
  expect(await complete()).toBe(0)
  expect(await record()).toMatchObject({ outcome: 'started' })
  later()
  await complete()
})

test('while the owner is away the record waits, for a day at most', async () => {
  fixture.owners.checkout.answering = shows({ statusHistory: [] })
  await sendDuringFault('POST', 'orders/o-4/ship')
  fixture.owners.checkout.answering = () => ({ status: 503, body: {} })
  later()
  expect([await complete(), (await record())?.outcome]).toEqual([0, 'started'])
  fixture.clock.advance(25 * 3_600_000)
  expect([await complete(), (await record())?.outcome]).toEqual([1, 'unknown'])
})
