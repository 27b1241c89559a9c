import { internalKeys } from '@campstore/testing/service-fixture'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAuditEntries } from '../src/jobs/complete-audit-entries.ts'
import { entities } from '../src/persistence/entities.ts'
import { auditedRoutes } from '../src/routes.ts'
import { createServiceClient } from '../src/service-client.ts'
import { type AdminFixture, type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'
import type { Responder } from '../src/testing/fake-service.ts'

// An audit entry that a fault of the database leaves `started` is completed later, from the target's current detail.
let fixture: AdminFixture
let chief: Staff
let complete: () => Promise<number>
const closing: (() => Promise<void>)[] = []
let requests = 0
let requestId: string

beforeAll(async () => {
  fixture = await startAdminFixture()
  chief = await fixture.staff()
  const deps = await createUseCaseDependencies(fixture, { service: 'admin', schema: 'admin', entities })
  const { booking, products, checkout, me } = fixture.services
  const services = createServiceClient({
    booking: [booking.url],
    products: [products.url],
    checkout: [checkout.url],
    me: [me.url],
  })
  const { signingKey } = internalKeys
  complete = () => completeAuditEntries({ ...deps, ...auditedRoutes, services, signingKey, timeoutMs: 20_000 })
  closing.push(
    () => services.stop(),
    () => deps.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
  await fixture.stop()
})
beforeEach(() => {
  requestId = `late-${++requests}`
})

const auditEntry = async () => (await fixture.auditEntries({ request_id: requestId }))[0]

/** Sends a write whose entry cannot be completed, because the database refuses it. */
async function sendDuringFault(method: string, path: string, body?: unknown): Promise<void> {
  await fixture.owner.query('revoke update on admin.audit_entry from campstore_admin')
  const headers = { 'x-request-id': requestId }
  await chief.client.send(method, `/api/admin/${path}`, { body, headers })
  await fixture.owner.query('grant update on admin.audit_entry to campstore_admin')
  expect(await auditEntry()).toMatchObject({ outcome: 'started', completed_at: null })
}

const later = () => fixture.clock.advance(5 * 60_000)
const showing =
  (data: object): Responder =>
  () => ({ status: 200, body: { success: true, data } })
const entry = (adminId: string | null) => ({ at: '2026-11-20T08:00:00.000Z', actor: { type: 'admin', id: adminId } })

describe('a status change, inferred from the status history', () => {
  test('of this administrator has succeeded', async () => {
    fixture.services.checkout.respond = showing({ status: 'unshipped', statusHistory: [] })
    await sendDuringFault('POST', 'orders/o-1/ship')
    const now = { status: 'shipped', statusHistory: [entry(chief.id)] }
    fixture.services.checkout.respond = showing(now)
    later()
    expect(await complete()).toBe(1)
    expect(await auditEntry()).toMatchObject({
      outcome: 'succeeded',
      completed_from: 'history',
      state_after: now,
      completed_at: fixture.clock.now(),
    })
  })

  test('of another administrator means that this one has failed', async () => {
    fixture.services.checkout.respond = showing({ status: 'unshipped', statusHistory: [] })
    await sendDuringFault('POST', 'orders/o-2/ship')
    fixture.services.checkout.respond = showing({ status: 'shipped', statusHistory: [entry('somebody-else')] })
    later()
    await complete()
    expect(await auditEntry()).toMatchObject({ outcome: 'failed', completed_from: 'history' })
  })
})

describe('a change without a status history, inferred from the state', () => {
  const before = { id: 'p-1', status: 'active', name: 'Tent', updatedAt: '2026-11-20T07:00:00.000Z' }
  const after = { ...before, name: 'Tarp', updatedAt: '2026-11-20T08:00:00.000Z' }

  test.each([
    ['whose target is as requested has succeeded', after, 'succeeded', 'state'],
    ['whose target is unchanged has failed', before, 'failed', 'state'],
    ['whose target is something else stays unknown', { ...after, name: 'Canopy' }, 'unknown', 'nothing'],
  ])('%s', async (_, now, outcome, from) => {
    fixture.services.products.respond = showing(before)
    await sendDuringFault('PATCH', `products/p-${requests}`, { name: 'Tarp' })
    fixture.services.products.respond = showing(now)
    later()
    await complete()
    expect(await auditEntry()).toMatchObject({ outcome, completed_from: from })
  })

  test('that another administrator may have made stays unknown', async () => {
    fixture.services.products.respond = showing(before)
    await sendDuringFault('PATCH', 'products/p-both', { name: 'Tarp' })
    const { client } = await fixture.staff()
    await client.send('PATCH', '/api/admin/products/p-both', { body: { name: 'Tarp' } })
    fixture.services.products.respond = showing(after)
    later()
    await complete()
    expect(await auditEntry()).toMatchObject({ outcome: 'unknown' })
  })
})

test('a creation with an unknown id stays unknown', async () => {
  fixture.services.products.respond = showing({ id: 'new' })
  await sendDuringFault('POST', 'products', { name: 'Tent' })
  later()
  await complete()
  expect(await auditEntry()).toMatchObject({ outcome: 'unknown', completed_from: 'nothing', state_after: null })
})

test('a write that may still be in progress is skipped', async () => {
  fixture.services.checkout.respond = showing({ statusHistory: [] })
  await sendDuringFault('POST', 'orders/o-3/ship')
  fixture.clock.advance(60_000)
  expect(await complete()).toBe(0)
  expect(await auditEntry()).toMatchObject({ outcome: 'started' })
  later()
  await complete()
})

test('while the service is unavailable the entry waits, for a day at most', async () => {
  fixture.services.checkout.respond = showing({ statusHistory: [] })
  await sendDuringFault('POST', 'orders/o-4/ship')
  fixture.services.checkout.respond = () => ({ status: 503, body: {} })
  later()
  expect([await complete(), (await auditEntry())?.outcome]).toEqual([0, 'started'])
  fixture.clock.advance(25 * 3_600_000)
  expect([await complete(), (await auditEntry())?.outcome]).toEqual([1, 'unknown'])
})
