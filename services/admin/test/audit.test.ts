import { randomBytes } from 'node:crypto'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { maxImageBytes, type Route } from '@campstore/contract/route'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { eventually } from '@campstore/testing/waiting'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAuditCompletion } from '../src/jobs/complete-audit-entries.ts'
import { useServices } from '../src/testing/admin-fixture.ts'
import { startFakeService, success } from '../src/testing/fake-service.ts'

// The audit log has an entry of every admin write (docs/contract/admin.md#audit-log).
let requests = 0
let requestId: string
const fixture = useServices()
beforeEach(() => {
  requestId = `request-${++requests}`
})

const send = (method: string, path: string, body?: unknown) =>
  fixture.chief.client.send(method, `/api/admin/${path}`, {
    body,
    headers: { 'x-request-id': requestId, 'x-forwarded-for': '203.0.113.9' },
  })
const entries = () => fixture.auditEntries({ request_id: requestId })
const present = () => new Date('2026-11-20T08:00:00.000Z')

const owned = Object.values<Route>(adminRoutes).filter(({ owner }) => owner !== undefined)
const writes = owned.filter(({ method, changesNothing }) => method !== 'GET' && !changesNothing)

describe.each(writes)('$name', route => {
  test('has an entry with administrator, time, action, address, before and after', async () => {
    const { method, path, reads, target: field, successStatus: status = 200 } = route
    const target = path.includes('{date}') ? '2027-01-01' : 'one'
    for (const service of Object.values(fixture.services)) {
      service.respond = request => {
        if (request.method === 'GET') return { status: 200, body: { success: true, data: { id: 'one', was: 1 } } }
        return { status, body: status === 204 ? undefined : { success: true, data: { id: 'one', is: 2 } } }
      }
    }
    // Something that is removed is there as a whole; a change has the difference.
    const was = status === 204 ? { id: 'one', was: 1 } : { was: 1 }
    const sent = route.body ? { name: '帳篷', ...(field && { [field]: target }) } : undefined
    const withIds = path.replace(/\{\w+\}(?=.*\{)/, 'parent').replace(/\{\w+\}/, target)
    await send(method, withIds.replace('/api/admin/', ''), sent)
    const who = { admin_id: fixture.chief.id, request_id: requestId, client_address: '203.0.113.9' }
    const what = { action: route.name, target_id: target, request: sent ? JSON.stringify(sent) : null }
    const states = {
      state_before: reads ? was : null,
      state_after: status === 204 ? null : reads ? { is: 2 } : { id: 'one', is: 2 },
    }
    const end = { outcome: 'succeeded', status, code: null, completed_at: present(), completed_from: null }
    expect(await entries()).toEqual([{ id: expect.any(String), at: present(), ...who, ...what, ...states, ...end }])
  })
})

test('every write with an id has a reading route', () => {
  const without = writes.filter(({ params, reads }) => params && !reads).map(({ name }) => name)
  expect(without).toEqual([])
})

test('each view of a customer has an entry; an answer 304, and the view of an unknown one, have none', async () => {
  const headers = { 'x-request-id': requestId }
  const { status, headers: shown } = await fixture.chief.client.get('/api/admin/customers/one', headers)
  const etag = shown.get('etag') ?? ''
  const again = await fixture.chief.client.get('/api/admin/customers/one', { ...headers, 'if-none-match': etag })
  expect([status, again.status]).toEqual([200, 304])
  expect(await entries()).toMatchObject([
    { action: 'getCustomer', target_id: 'one', admin_id: fixture.chief.id, outcome: 'succeeded', state_after: null },
  ])
  fixture.services.me.respond = () => ({ status: 404, body: { success: false, error: { code: 'NOT_FOUND' } } })
  await send('GET', 'customers/unknown')
  expect(await entries()).toHaveLength(1)
})

const unrecorded = owned.filter(({ method, recorded }) => method === 'GET' && !recorded)
test.each(unrecorded)('$name is a read, and has no entry', async ({ path }) => {
  await send('GET', path.replace('/api/admin/', '').replace('{id}', 'one'))
  expect(await entries()).toEqual([])
})

describe('a write that', () => {
  test('the service refuses is recorded with the code', async () => {
    const error = { code: 'CONFLICT', message: 'no' }
    fixture.services.checkout.respond = ({ method }) => ({ status: method === 'GET' ? 200 : 409, body: { error } })
    await send('POST', 'orders/one/ship')
    expect(await entries()).toMatchObject([
      { action: 'shipOrder', outcome: 'refused', status: 409, code: 'CONFLICT', state_after: null },
    ])
  })

  test('gets no response in time may have happened: unknown; one that did not reach its service: failed', async () => {
    const { checkout, products } = fixture.services
    checkout.respond = ({ method }) => (method === 'GET' ? { status: 200, body: {} } : () => {})
    await products.stop()
    const sent = await Promise.all([send('POST', 'orders/one/ship'), send('POST', 'products', {})])
    expect(sent.map(({ status }) => status)).toEqual([504, 503])
    const stored = await entries()
    expect(stored).toHaveLength(2)
    const found = new Map(stored.map(entry => [entry.action, entry]))
    expect(found.get('shipOrder')).toMatchObject({ outcome: 'unknown', status: 504, code: 'GATEWAY_TIMEOUT' })
    expect(found.get('createProduct')).toMatchObject({ outcome: 'failed', status: 503, code: 'SERVICE_UNAVAILABLE' })
    fixture.services.products = await startFakeService('products', fixture.clock.now, products.port)
  })

  test('names something longer than any id reaches its service, and is recorded with the beginning of it', async () => {
    fixture.services.checkout.respond = () => ({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    const id = randomBytes(4_000).toString('hex')
    expect(await send('POST', `orders/${id}/ship`)).toMatchObject({ status: 404 })
    expect(await entries()).toMatchObject([{ target_id: id.slice(0, 256), outcome: 'refused', code: 'NOT_FOUND' }])
  })

  test('names its target in the body may name what no path can, and what PostgreSQL does not store', async () => {
    fixture.services.checkout.respond = () => ({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
    await send('POST', 'payments/decisions', { eventId: '../%2F\0' })
    expect(await entries()).toMatchObject([{ target_id: '../%2F\uFFFD', outcome: 'refused' }])
  })

  test('is not JSON is recorded unchanged', async () => {
    fixture.services.products.respond = () => ({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
    const rawBody = '{"name": "\\u0000\\ud800", nonsense'
    await fixture.chief.client.send('POST', '/api/admin/products', { rawBody, headers: { 'x-request-id': requestId } })
    expect(await entries()).toMatchObject([{ request: rawBody, outcome: 'refused', code: 'VALIDATION_ERROR' }])
  })

  test('takes a file is recorded with its type and size', async () => {
    fixture.services.products.respond = () => ({ status: 201, body: { success: true, data: { path: '/x.png' } } })
    const rawBody = 'a'.repeat(maxImageBytes)
    const headers = { 'x-request-id': requestId, 'content-type': 'image/png' }
    const answer = await fixture.chief.client.send('POST', '/api/admin/images', { rawBody, headers })
    expect(answer).toMatchObject({ status: 201, data: { path: '/x.png' } })
    expect(fixture.services.products.requests).toMatchObject([
      { body: rawBody, headers: { 'content-type': 'image/png' } },
    ])
    const request = JSON.stringify({ mediaType: 'image/png', bytes: maxImageBytes })
    expect(await entries()).toMatchObject([{ request, state_after: { path: '/x.png' }, outcome: 'succeeded' }])
  })

  test('is not permitted has no entry and is not sent', async () => {
    const { client } = await fixture.staff({ role: 'warehouse' })
    await client.post('/api/admin/products', {}, { 'x-request-id': requestId })
    expect([await entries(), fixture.services.products.requests]).toEqual([[], []])
  })
})

describe('personal data of sections that the reader may not view are masked', () => {
  const person = { name: '王小明', email: 'ming@members.test', phone: '0912', points: 7, defaultShippingAddress: null }
  const seen = async (overrides: Record<string, { view: boolean; edit: boolean }>) => {
    const [{ id } = {}] = await entries()
    const reader = await fixture.staff({ role: 'warehouse', overrides: { permissions: edits, ...overrides } })
    const { data } = await reader.client.get(`/api/admin/audit-entries/${id}`)
    const { request, before, after } = data as Record<string, unknown>
    return { request, before, after }
  }
  const edits = { view: true, edit: true }

  test('in request, before and after of a change of a customer, also what staff wrote in their own words', async () => {
    const words = { reason: 'Ming called', note: 'in the office', text: 'of Ming' }
    const [was, is] = [null, { ...person, tags: [person], ...words }]
    fixture.services.me.respond = ({ method }) =>
      success({ id: 'one', sameEmail: [], changed: method === 'GET' ? was : is })
    await send('PATCH', 'customers/one', { name: '王小明', points: 7, ...words })
    const hidden = { ...person, name: '***', email: '***', phone: '***' }
    const masked = { ...hidden, tags: [hidden], reason: '***', note: '***', text: '***' }
    const request = { name: '王小明', points: 7, ...words }
    expect(await seen({ customers: edits })).toEqual({
      request: JSON.stringify(request),
      before: { changed: was },
      after: { changed: is },
    })
    expect(await seen({})).toEqual({
      request: JSON.stringify({ ...request, name: '***', reason: '***', note: '***', text: '***' }),
      before: { changed: was },
      after: { changed: masked },
    })
  })

  test('in what is no JSON, and in the query of an export', async () => {
    fixture.services.me.respond = () => ({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
    await fixture.chief.client.send('PATCH', '/api/admin/customers/one', {
      rawBody: '{"name": "王小明"',
      headers: { 'x-request-id': requestId },
    })
    expect(await seen({})).toMatchObject({ request: '***' })
    requestId = `${requestId}-export`
    fixture.services.checkout.respond = () => success([], { totalElements: 0 })
    const headers = { accept: 'text/csv', 'x-request-id': requestId }
    expect(await fixture.chief.client.get('/api/admin/orders?q=王', headers)).toMatchObject({ status: 200 })
    expect(await seen({})).toMatchObject({ request: '/api/admin/orders?***' })
    expect(await seen({ customers: edits, orders: edits, bookings: edits })).toMatchObject({
      request: expect.stringContaining('?q='),
    })
  })
})

/** Runs the job that completes entries, as if this entry was some minutes old. */
async function completeAtAge({ at }: { at?: unknown }, minutes: number): Promise<void> {
  const deps = await createUseCaseDependencies(fixture, { service: 'admin' })
  const clock = () => new Date(new Date(String(at)).getTime() + minutes * 60_000)
  await startAuditCompletion({ ...deps, clock, timeoutMs: 5_000 }).stop()
  await deps.close()
}

test('a write whose outcome no process stores has the outcome started, after some minutes unknown', async () => {
  fixture.services.products.respond = () => () => {}
  const lost = send('POST', 'products', { name: 'Tent' })
  await eventually(() => expect(fixture.services.products.requests).toHaveLength(1))
  const started = { outcome: 'started', completed_at: null, request: '{"name":"Tent"}' }
  expect(await entries()).toMatchObject([started])
  const [entry = {}] = await entries()
  await completeAtAge(entry, 1)
  expect(await entries(), 'the write may still be in progress').toMatchObject([started])
  await completeAtAge(entry, 3)
  await lost
  expect(await entries()).toMatchObject([{ outcome: 'unknown', completed_from: 'nothing', state_after: null }])
  expect(JSON.stringify(fixture.log)).not.toContain('Tent')
})

test('writes of accounts have the account before and after, and the code of a refusal', async () => {
  const { id } = await fixture.staff({ role: 'operator' })
  const overrides = { orders: { view: false, edit: false } }
  await send('PUT', `users/${id}/permissions`, { overrides })
  const created = await send('POST', 'users', { name: 'A', email: 'audit@campstore.test', role: 'operator' })
  await send('PATCH', `users/${fixture.chief.id}`, { active: false })
  const of = { admin_id: fixture.chief.id, client_address: '203.0.113.9', at: present(), completed_at: present() }
  expect(await entries()).toMatchObject([
    {
      ...of,
      action: 'replacePermissions',
      target_id: id,
      state_before: { permissionOverrides: {} },
      state_after: { permissionOverrides: overrides },
    },
    { ...of, action: 'createUser', status: 201, state_before: null, state_after: created.data },
    { ...of, action: 'changeUser', target_id: fixture.chief.id, outcome: 'refused', status: 409, code: 'CONFLICT' },
  ])
  expect((await entries())[1]).toMatchObject({ target_id: (created.data as { id: string }).id })
})

test('every PATCH answers the record that its reading route reads, so that both can be compared', () => {
  const routes: readonly Route[] = Object.values(adminRoutes)
  const others = routes
    .filter(({ method, reads, data }) => method === 'PATCH' && data !== routes.find(({ name }) => name === reads)?.data)
    .map(({ name }) => name)
  expect(others).toEqual([])
})

describe('a PATCH that changes nothing says so in x-changed (docs/contract/conventions.md#changes)', () => {
  const changed = async (path: string, body: object) => (await send('PATCH', path, body)).headers.get('x-changed')
  const answer = (was: object, is: object, status = 200) => {
    fixture.services.products.respond = ({ method }) =>
      method === 'GET' ? success({ updatedAt: '1', ...was }) : { ...success({ updatedAt: '2', ...is }), status }
  }

  test("of another service's data, by what it was before", async () => {
    answer({ image: null, tags: ['a'] }, { image: null, tags: ['a'] })
    expect(await changed('products/one', {})).toBe('no')
    expect((await send('PUT', 'products/one/images', { images: [] })).headers.get('x-changed')).toBeNull()
    answer({ tags: ['a'] }, { tags: ['b'] })
    expect(await changed('products/one', {})).toBeNull()
    answer({}, {}, 409)
    expect(await changed('products/one', {})).toBeNull()
  })

  test('of accounts', async () => {
    const { id } = await fixture.staff({ role: 'operator' })
    fixture.clock.advance(1)
    expect(await changed(`users/${id}`, { role: 'operator' })).toBe('no')
    expect(await changed(`users/${id}`, { name: 'Other' })).toBeNull()
  })
})

test.each(["update admin.audit_entry set admin_id = 'x'", 'delete from admin.audit_entry'])(
  'a completed entry: cannot be changed, even by the owner of the table: %s',
  async sql => {
    await send('POST', 'products', {})
    await expect(fixture.owner.query(sql)).rejects.toThrow('The audit log cannot be changed')
    await expect(fixture.database.pool('admin').query(sql)).rejects.toThrow('The audit log cannot be changed')
  },
)
