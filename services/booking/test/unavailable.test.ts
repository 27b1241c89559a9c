import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// 503 while a server is unavailable (docs/contract/errors.md#codes).
describe('error SERVICE_UNAVAILABLE: the database refuses connections', () => {
  const fixture = useFixture(() => startBookingFixture({ DATABASE_URL: 'postgres://user:password@127.0.0.1:1/none' }))

  test.each([
    ['GET', '/api/booking/campgrounds'],
    ['GET', '/api/booking/policy'],
    ['GET', '/api/booking/bookings'],
    ['POST', sessionsPath],
    ['POST', '/api/booking/check-availability'],
  ])('%s %s, with Retry-After', async (method, path) => {
    const body = method === 'POST' ? checkoutOf({ id: 'z', campgroundId: 'c' }) : undefined
    const answer = await fixture.as({ subject: 'uid-1' }).send(method, path, { body })
    expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|postgres/)
  })

  test('the service is live, and not ready', async () => {
    expect(await fixture.anyone.get('/health/live')).toMatchObject({ status: 200 })
    const ready = await fixture.anyone.get('/health/ready')
    expect(ready).toMatchObject({ status: 503, data: { status: 'down', database: 'down' } })
  })
})

describe('error SERVICE_UNAVAILABLE: the connections break while it runs', () => {
  const fixture = useFixture(startBookingFixture)

  test('the service recovers by itself', async () => {
    const path = '/api/booking/policy'
    const { name } = fixture.database
    expect(await fixture.anyone.get(path)).toMatchObject({ status: 200 })
    await fixture.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'campstore_booking'",
      [name],
    )
    const statuses = new Set<number>()
    await eventually(async () => {
      const { status } = await fixture.anyone.get(path)
      statuses.add(status)
      expect(status).toBe(200)
    })
    expect([...statuses].every(status => status === 200 || status === 503)).toBe(true)
  })
})

describe('RabbitMQ is unavailable', () => {
  const fixture = useFixture(() => startBookingFixture({ RABBITMQ_URL: 'amqp://127.0.0.1:1' }))

  test('bookings are still held, and their messages wait in the outbox', async () => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground())
    const { bookingId } = await fixture.hold(await fixture.member(), checkoutOf(zone))
    const { rows } = await fixture.owner.query(
      'select routing_key from booking.outbox where subject = $1 order by id',
      [bookingId],
    )
    expect(rows).toEqual([{ routing_key: 'booking.created' }, { routing_key: 'booking.hold.900s' }])
  })

  test('the service is ready, and says what is down', async () => {
    await eventually(async () => {
      const ready = await fixture.anyone.get('/health/ready')
      expect(ready).toMatchObject({ status: 200, data: { status: 'up', database: 'up', broker: 'down' } })
    })
  })
})
