import { expect, test } from 'vitest'
import { createRandom } from '../random-faults/random.ts'
import { createKnownIds } from './known-ids.ts'

const random = createRandom(1)
const first = { id: 'camp-pine', region: 'Nantou', zones: [{ id: 'zone-lawn' }] }
const second = { id: 'camp-lake', region: 'Yilan', zones: [{ id: 'zone-shore' }] }

test('an id has the kind of its path or of the field around it', () => {
  const known = createKnownIds()
  known.learn('visitor', '/api/booking/campgrounds', [first])
  known.learn('member', '/api/me/coupons', [{ id: 7, coupon: { id: 'autumn' } }])
  const one = (kind: string) => known.valueOf(random, kind, 'visitor')
  expect(one('campgroundId')).toBe('camp-pine')
  expect(one('zoneId')).toBe('zone-lawn')
  expect(one('region')).toBe('Nantou')
  expect(one('couponClaimId')).toBe(7)
  expect(one('couponId')).toBe('autumn')
  expect(one('orderId')).toBeUndefined()
})

test('the ids of one request come from one record', () => {
  const known = createKnownIds()
  known.learn('visitor', '/api/booking/campgrounds', [first, second])
  for (let round = 0; round < 20; round += 1) {
    const near = known.recordFor(random, ['campgroundId', 'zoneId'], 'member') ?? expect.fail()
    const pair = ['campgroundId', 'zoneId'].map(kind => known.valueOf(random, kind, 'member', near))
    expect([
      ['camp-pine', 'zone-lawn'],
      ['camp-lake', 'zone-shore'],
    ]).toContainEqual(pair)
  }
})

test('mostly the caller gets what was answered to the same caller', () => {
  const known = createKnownIds()
  known.learn('member', '/api/me/orders', [{ id: 'own' }])
  known.learn(
    'otherMember',
    '/api/me/orders',
    Array.from({ length: 50 }, () => ({ id: 'foreign' })),
  )
  const values = Array.from({ length: 200 }, () => known.valueOf(random, 'orderId', 'member'))
  const own = values.filter(value => value === 'own').length
  expect(own).toBeGreaterThan(100)
  expect(own).toBeLessThan(200)
})

test('the oldest records are forgotten', () => {
  const known = createKnownIds()
  for (let order = 0; order < 300; order += 1) known.learn('member', '/api/me/orders', { id: `order-${order}` })
  const values = Array.from({ length: 500 }, () => known.valueOf(random, 'orderId', 'member'))
  expect(values).not.toContain('order-0')
  expect(values).toContain('order-299')
})
