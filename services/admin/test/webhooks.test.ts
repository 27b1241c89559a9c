import { managementClient, vhostOf } from '@campstore/local-servers/management'
import { type Broker, connectBroker } from '@campstore/messaging/broker'
import type { RecoveringChannel } from '@campstore/messaging/channel'
import { insertRow, unique } from '@campstore/testing/rows'
import type { ApiResponse } from '@campstore/testing/send'
import { testServers } from '@campstore/testing/servers'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { webhookQueue, webhookTopology } from '../src/consumers/webhook-events.ts'
import { signatureHeaders } from '../src/domain/webhook-signature.ts'
import { startWebhookSender } from '../src/jobs/send-webhooks.ts'
import { type Staff, startAdminFixture } from '../src/testing/admin-fixture.ts'
import { type Receiver, startReceiver } from '../src/testing/receiver.ts'
import { createWebhook } from '../src/use-cases/manage-webhooks.ts'
import { startWebhookBindings } from '../src/webhook-bindings.ts'
import { createWebhooks, deleteOldDeliveries } from '../src/webhooks.ts'

// Webhooks (docs/contract/admin.md#webhooks). Invalid addresses are in test/bad-requests, lists in test/administration.
const fixture = useFixture(() => startAdminFixture())
let chief: Staff
let receiver: Receiver
beforeEach(async () => {
  chief = await fixture.staff()
  receiver = await startReceiver()
})
afterEach(async () => {
  await fixture.owner.query('truncate admin.webhook, admin.webhook_delivery')
  await receiver.stop()
})

const [webhooks, deliveries] = ['/api/admin/webhooks', '/api/admin/webhook-deliveries']
const hour = 3_600_000

type Created = { id: string; secret: string }
const created = ({ data }: ApiResponse) => data as Created
const create = async (...eventTypes: string[]): Promise<Created> => {
  const answer = await chief.client.post(webhooks, { url: receiver.url, description: 'CRM', eventTypes })
  expect(answer).toMatchObject({ status: 201, data: { active: true, failingSince: null, disabledAt: null } })
  return created(answer)
}
const send = (method: string, path: string, body?: unknown) => chief.client.send(method, path, { body })
const eventOf = (type: string, id = unique('event')) => ({ id, type, subject: 'one', data: { bookingId: 'one' } })
const publish = async (type: string, id?: string) => {
  const event = eventOf(type, id)
  await fixture.broker.publishEvent(event)
  return event
}
/** The deliveries of an event once all of them fit. */
const deliveriesOf = async (eventId: string, fits: object) => {
  const read = async () => (await chief.client.get(`${deliveries}?eventId=${eventId}`)).data as { id: string }[]
  await expect.poll(read).toMatchObject([fits])
  return (await read())[0]?.id ?? ''
}
const readDelivery = async (id: string) => (await chief.client.get(`${deliveries}/${id}`)).data
const insertDelivery = (webhookId: string, changes: object = {}) => {
  const [id, at] = [unique('delivery'), fixture.clock.now()]
  const times = { created_at: at, next_attempt_at: at, give_up_at: new Date(at.getTime() + 72 * hour) }
  const row = { id, webhook_id: webhookId, event_id: id, event_type: 'order.paid', body: '{}', ...times, ...changes }
  return insertRow(fixture.owner, 'admin.webhook_delivery', row)
}
const received = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
const stateOf = async (id: string) => (await chief.client.get(`${webhooks}/${id}`)).data

test('an event that a webhook asks for is sent to it once, as it was published and signed; another is not', async () => {
  const { id: webhookId, secret } = await create('booking.paid', 'order.paid')
  const other = await publish('booking.created')
  const event = await publish('booking.paid')
  await publish('booking.paid', event.id)
  const id = await deliveriesOf(event.id, { webhookId, eventType: 'booking.paid', status: 'delivered' })
  await deliveriesOf((await publish('order.paid')).id, { status: 'delivered' })
  const body = JSON.stringify(event)
  const signed = signatureHeaders([secret], { id: event.id, at: fixture.clock.now(), body })
  const type = { 'content-type': 'application/cloudevents+json; charset=utf-8' }
  expect(received(event.id)).toEqual([{ headers: expect.objectContaining({ ...signed, ...type }), body }])
  expect(received(other.id)).toEqual([])
  const attempt = { number: 1, status: 204, error: null, response: '', durationMs: expect.any(Number) }
  expect(await readDelivery(id)).toMatchObject({ body, attemptCount: 1, attempts: [attempt], nextAttemptAt: null })
})

test('the queue is bound to what active webhooks ask for, and to nothing without any; readiness says whether its broker is there', async () => {
  await expect.poll(() => fixture.anyone.get('/health/ready')).toMatchObject({ data: { broker: 'up' } })
  const manage = managementClient(testServers().rabbitmqManagementUrl)
  const path = `queues/${vhostOf(fixture.vhost.url)}/${webhookQueue}/bindings`
  const keys = async () =>
    ((await manage('GET', path)) as { source: string; routing_key: string }[])
      .filter(({ source }) => source !== '')
      .map(({ routing_key }) => routing_key)
      .sort()
  const { id } = await create('booking.paid')
  await create('booking.paid', 'order.shipped')
  expect(await keys()).toEqual(expect.arrayContaining(['booking.paid', 'order.shipped']))
  await send('PATCH', `${webhooks}/${id}`, { eventTypes: ['order.created'] })
  expect(await keys()).toContain('order.created')
  await expect.poll(keys).toEqual(['booking.paid', 'order.created', 'order.shipped'])
  await send('PATCH', `${webhooks}/${id}`, { active: false })
  await expect.poll(keys).toEqual(['booking.paid', 'order.shipped'])
  await fixture.owner.query('update admin.webhook set active = false')
  await send('DELETE', `${webhooks}/${id}`)
  await expect.poll(keys).toEqual([])
})

/** The bindings of another process, which has this channel, and its database. */
async function startOtherBindings(openChannel: Broker['publishing']['openChannel']) {
  const deps = await createUseCaseDependencies(fixture, {
    service: 'admin',
    entities: () => import('../src/persistence/entities.ts'),
  })
  const bindings = startWebhookBindings({ ...deps, broker: { publishing: { openChannel } } as Broker })
  onTestFinished(async () => {
    await bindings.stop()
    await deps.close()
  })
  return { deps, bindings }
}

test('every event after a 201 reaches its webhook, while another process removes bindings', async () => {
  const { vhost, logger: log } = fixture
  const broker = connectBroker({ url: vhost.url, name: 'other', log, topology: webhookTopology })
  const { bindings } = await startOtherBindings(setup => broker.publishing.openChannel(setup))
  onTestFinished(() => broker.close())
  const delivered = 'select webhook_id from admin.webhook_delivery where event_id = $1'
  for (let times = 0; times < 10; times += 1) {
    bindings.wake()
    const { id } = await create('order.paid')
    const event = await publish('order.paid')
    const found = async () => (await fixture.owner.query(delivered, [event.id])).rows
    await expect.poll(found, { interval: 10 }).toEqual([{ webhook_id: id }])
    await send('DELETE', `${webhooks}/${id}`)
  }
})

test.each([
  ['away', undefined],
  ['silent', { bindQueue: () => new Promise(() => {}) }],
])('while the broker is %s, no webhook is created: SERVICE_UNAVAILABLE', async (_, channel) => {
  const channelOf = { current: () => channel, open: () => {}, close: async () => {} }
  const { deps, bindings } = await startOtherBindings(() => channelOf as unknown as RecoveringChannel)
  const signals = createWebhooks(() => ({ bindings, wake: () => {}, stop: async () => {} }))
  signals.start()
  const context = { ...deps, webhooks: signals, privateAddresses: 'loopback' } as const
  const fields = { url: receiver.url, description: null, eventTypes: ['order.paid' as const] }
  const origin = { requestId: unique('request'), clientAddress: '::1', userAgent: '', unchanged: false }
  const author = { administrator: { kind: 'administrator', adminId: chief.id, permissions: [] }, origin } as const
  await expect(createWebhook(context, fields, author)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect((await chief.client.get(webhooks)).data).toEqual([])
  expect(await fixture.auditEntries({ request_id: origin.requestId })).toMatchObject([
    { action: 'createWebhook', outcome: 'failed', code: 'SERVICE_UNAVAILABLE' },
  ])
})

test('changes of one order are collected: of those that come together, the latest is sent', async () => {
  const { id: webhookId } = await create('order.updated')
  const at = fixture.clock.now().getTime()
  const changes = Array.from({ length: 30 }, (_, n) => ({
    ...eventOf('order.updated'),
    time: new Date(at + n).toISOString(),
    data: { n },
  }))
  const [latest] = changes.slice(-1)
  for (const change of [...changes.slice(10), ...changes.slice(0, 10)]) await fixture.broker.publishEvent(change)
  const other = { ...eventOf('order.updated'), subject: 'other', time: new Date(at).toISOString() }
  await fixture.broker.publishEvent(other)
  await deliveriesOf(other.id, { status: 'pending', attemptCount: 0 })
  const pending = async () => {
    const { data } = await chief.client.get(`${deliveries}?webhookId=${webhookId}`)
    return (data as { eventId: string }[]).map(({ eventId }) => eventId).sort()
  }
  await expect.poll(pending).toEqual([latest?.id, other.id].sort())
  fixture.clock.advance(10_000)
  await deliveriesOf(latest?.id ?? '', { status: 'delivered' })
  await deliveriesOf(other.id, { status: 'delivered' })
  expect(receiver.received.map(({ body }) => JSON.parse(body).id).sort()).toEqual([latest?.id, other.id].sort())
  const next = { ...eventOf('order.updated'), time: new Date(at + 60_000).toISOString() }
  await fixture.broker.publishEvent(next)
  await deliveriesOf(next.id, { status: 'pending' })
})

describe('webhook retries', () => {
  test('a failure is tried again later, for three days; then it is given up, and staff send it again', async () => {
    receiver.respond = response => void response.writeHead(503).end('busy\0'.repeat(1_000))
    await create('order.paid')
    const event = await publish('order.paid')
    const id = await deliveriesOf(event.id, { status: 'pending', attemptCount: 1 })
    const first = { number: 1, status: 503, error: null, response: 'busy\uFFFD'.repeat(200) }
    expect(await readDelivery(id)).toMatchObject({ attempts: [first], completedAt: null })
    fixture.clock.advance(13_000)
    await deliveriesOf(event.id, { attemptCount: 2, status: 'pending' })
    fixture.clock.advance(72 * hour)
    await deliveriesOf(event.id, { attemptCount: 3, status: 'failed', nextAttemptAt: null })
    expect(fixture.log).toContainEqual(expect.objectContaining({ deliveryId: id, msg: 'Webhook delivery given up' }))
    receiver.respond = response => void response.writeHead(200).end()
    expect(await send('POST', `${deliveries}/${id}/redeliver`)).toMatchObject({
      status: 200,
      data: { status: 'pending' },
    })
    await deliveriesOf(event.id, { attemptCount: 4, status: 'delivered' })
    expect(received(event.id)).toHaveLength(4)
  })

  test('a redirect is a failure and not followed; a body that never ends does not matter', async () => {
    const { id } = await create('order.paid')
    receiver.respond = response => void response.writeHead(307, { location: receiver.url }).end()
    const event = await publish('order.paid')
    await deliveriesOf(event.id, { status: 'pending', attemptCount: 1 })
    receiver.respond = response => void response.writeHead(200).write('x'.repeat(100_000))
    const tested = await send('POST', `${webhooks}/${id}/test`)
    expect(tested).toMatchObject({ status: 201, data: { eventType: 'webhook.test' } })
    const { eventId } = tested.data as { eventId: string }
    const delivery = await deliveriesOf(eventId, { status: 'delivered' })
    expect(await readDelivery(delivery)).toMatchObject({ attempts: [{ response: 'x'.repeat(1_000) }] })
    expect(JSON.parse(received(eventId)[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', subject: id, data: {} })
    expect(received(event.id)).toHaveLength(1)
  })

  test('nothing is sent to a private address, and none is taken', async () => {
    const { id } = await create('order.paid')
    await fixture.owner.query(`update admin.webhook set url = 'https://10.0.0.1/' where id = $1`, [id])
    const event = await publish('order.paid')
    const delivery = await deliveriesOf(event.id, { status: 'pending', attemptCount: 1 })
    const error = 'The host has no address in the public network'
    expect(await readDelivery(delivery)).toMatchObject({ attempts: [{ status: null, error }] })
    const refused = { status: 400, code: 'VALIDATION_ERROR' }
    expect(await send('PATCH', `${webhooks}/${id}`, { url: 'http://169.254.169.254/' })).toMatchObject(refused)
  })

  test('its address is stored as it is called, and none of which a reader does not see all', async () => {
    const { id } = await create('order.paid')
    const typed = 'https:\\\\CRM.Example.com:443\\a b\\..\\訂單'
    const url = 'https://crm.example.com/%E8%A8%82%E5%96%AE'
    expect(await send('PATCH', `${webhooks}/${id}`, { url: typed })).toMatchObject({ status: 200, data: { url } })
    for (const unseen of ['\n', '\u202e', '\u200b', '\u2028', '訂'.repeat(500)]) {
      const answer = await send('PATCH', `${webhooks}/${id}`, { url: `https://crm.example.com/${unseen}x` })
      expect([unseen, answer.code]).toEqual([unseen, 'VALIDATION_ERROR'])
    }
    expect(await stateOf(id)).toMatchObject({ url })
  })

  test('a webhook that fails for five days is deactivated and told so, and starts again', async () => {
    receiver.respond = response => void response.destroy()
    const { id } = await create('order.paid')
    await deliveriesOf((await publish('order.paid')).id, { attemptCount: 1 })
    const failingSince = fixture.clock.now().toISOString()
    await expect.poll(() => stateOf(id)).toMatchObject({ failingSince, active: true })
    fixture.clock.advance(5 * 24 * hour)
    await expect.poll(() => stateOf(id)).toMatchObject({ active: false, disabledAt: fixture.clock.now().toISOString() })
    expect(fixture.log).toContainEqual(
      expect.objectContaining({ webhookId: id, level: 40, msg: expect.stringContaining('deactivated') }),
    )
    expect(await send('POST', `${webhooks}/${id}/test`)).toMatchObject({ status: 409, code: 'CONFLICT' })
    const again = { active: true, disabledAt: null, failingSince: null }
    expect(await send('PATCH', `${webhooks}/${id}`, { active: true })).toMatchObject({ status: 200, data: again })
  })
})

test('a receiver that is gone, 410, deactivates its webhook, and the audit log says so', async () => {
  const { id } = await create('order.paid')
  receiver.respond = response => void response.writeHead(410).end()
  await publish('order.paid')
  const gone = { active: false, disabledReason: 'gone', disabledAt: fixture.clock.now().toISOString() }
  await expect.poll(() => stateOf(id)).toMatchObject(gone)
  expect((await chief.client.get(`/api/admin/audit-entries?adminId=system&targetId=${id}`)).data).toMatchObject([
    { action: 'deactivateWebhook', admin: { id: 'system' }, outcome: 'succeeded' },
  ])
  const again = { active: true, disabledReason: null, disabledAt: null }
  expect(await send('PATCH', `${webhooks}/${id}`, { active: true })).toMatchObject({ status: 200, data: again })
})

test('of several processes one sends a delivery, and another one when that process has ended', async () => {
  const { id } = await create('order.paid')
  const deps = await createUseCaseDependencies(fixture, { service: 'admin' })
  const senders = [1, 2].map(() => startWebhookSender({ ...deps, privateAddresses: 'loopback' }))
  const sendingUntil = new Date(fixture.clock.now().getTime() + 60_000)
  const lost = await insertDelivery(id, { sending_until: sendingUntil, attempt_count: 1 })
  const sent = await Promise.all(Array.from({ length: 60 }, () => insertDelivery(id)))
  for (const sender of senders) sender.wake()
  await expect.poll(() => receiver.received.length).toBe(60)
  for (const { event_id } of sent) expect(received(String(event_id))).toHaveLength(1)
  fixture.clock.advance(61_000)
  await deliveriesOf(String(lost.event_id), { status: 'delivered', attemptCount: 2 })
  await Promise.all(senders.map(sender => sender.stop()))
  await deps.close()
})

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const { id, secret: old } = await create('order.paid')
  const rotated = await send('POST', `${webhooks}/${id}/rotate-secret`)
  const { secret } = created(rotated)
  const until = new Date(fixture.clock.now().getTime() + 24 * hour).toISOString()
  expect(rotated).toMatchObject({ status: 200, data: { previousSecretUntil: until } })
  const signatureOf = async (secrets: string[]) => {
    const event = await publish('order.paid')
    await deliveriesOf(event.id, { status: 'delivered' })
    const { 'webhook-signature': expected } = signatureHeaders(secrets, {
      id: event.id,
      at: fixture.clock.now(),
      body: JSON.stringify(event),
    })
    expect(received(event.id)).toMatchObject([{ headers: { 'webhook-signature': expected } }])
  }
  await signatureOf([secret, old])
  fixture.clock.advance(24 * hour)
  await signatureOf([secret])
  expect(await stateOf(id)).toMatchObject({ previousSecretUntil: null })
})

test('the audit log has each write with the webhook before and after, a repeated one too, and no secret', async () => {
  const { id, secret } = await create('order.paid')
  const rotate = () => chief.client.post(`${webhooks}/${id}/rotate-secret`, undefined, { 'idempotency-key': id })
  const rotated = created(await rotate())
  expect(created(await rotate())).toEqual(rotated)
  await send('PATCH', `${webhooks}/${id}`, { description: null })
  await send('DELETE', `${webhooks}/${id}`)
  expect(await send('PATCH', `${webhooks}/${id}`, { active: true })).toMatchObject({ status: 404 })
  const entries = await fixture.auditEntries({ admin_id: chief.id })
  const rotations = Array(2).fill('rotateWebhookSecret')
  const actions = ['createWebhook', ...rotations, 'changeWebhook', 'deleteWebhook', 'changeWebhook']
  expect(entries.map(({ action }) => action)).toEqual(actions)
  expect(entries.map(({ target_id }) => target_id)).toEqual(Array(6).fill(id))
  expect(entries[3]).toMatchObject({ state_before: { description: 'CRM' }, state_after: { description: null } })
  expect(entries[4]).toMatchObject({ status: 204, state_before: { id }, state_after: null })
  expect(entries[5]).toMatchObject({ outcome: 'refused', code: 'NOT_FOUND' })
  const text = JSON.stringify(entries)
  for (const known of [secret, rotated.secret]) expect(text).not.toContain(known.slice(6))
  expect(await rotate(), 'no response shows the secret of a deleted one').toMatchObject({ status: 404 })
})

test('a deleted webhook is gone at once with its log, and its rows with the next retention, as old deliveries are', async () => {
  const [gone, kept] = [await create('order.paid'), await create('order.shipped')]
  const done = { status: 'delivered', next_attempt_at: null, completed_at: fixture.clock.now() }
  const old = { ...done, created_at: new Date(fixture.clock.now().getTime() - 31 * 24 * hour) }
  const [ofGone, ofKept] = [await insertDelivery(gone.id, done), await insertDelivery(kept.id, done)]
  await insertDelivery(kept.id, old)
  expect((await send('DELETE', `${webhooks}/${gone.id}`)).status).toBe(204)
  expect((await chief.client.get(`${webhooks}/${gone.id}`)).status).toBe(404)
  expect((await chief.client.get(`${deliveries}/${ofGone.id}`)).status).toBe(404)
  expect((await send('POST', `${deliveries}/${ofGone.id}/redeliver`)).status).toBe(404)
  expect((await chief.client.get(deliveries)).data).toHaveLength(2)
  const deps = await createUseCaseDependencies(fixture, { service: 'admin' })
  await deleteOldDeliveries(deps)
  await deps.close()
  const { rows } = await fixture.owner.query('select id from admin.webhook_delivery')
  expect(rows).toEqual([{ id: ofKept.id }])
  expect((await fixture.owner.query('select id from admin.webhook')).rows).toEqual([{ id: kept.id }])
})

test('there are at most 50 webhooks: CONFLICT', async () => {
  await fixture.owner.query(`
    insert into admin.webhook (id, url, event_types, secret, created_at, updated_at)
    select n, 'https://example.com', array['order.paid'], '', now(), now() from generate_series(1, 49) n`)
  const answers = await Promise.all(
    [1, 2, 3].map(() => chief.client.post(webhooks, { url: receiver.url, eventTypes: ['order.paid'] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
