import { unique } from '@campstore/testing/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#customers, docs/contract/resources.md#customer: the internal endpoints of the administration.
// Invalid requests are in test/bad-requests.
const path = '/internal/me/customers'
let fixture: MeFixture
beforeAll(async () => {
  fixture = await startMeFixture()
})
afterAll(() => fixture.stop())

const list = (query: string) => fixture.administrator().get(`${path}?${query}`)
const detail = (id: string) => fixture.administrator().get(`${path}/${id}`)
const idsOf = (data: unknown): string[] => (data as { id: string }[]).map(({ id }) => id)
const totalOf = (meta: unknown): number => (meta as { totalElements: number }).totalElements

/** Customers with a unique name, in this order; `q` finds exactly them. */
async function customers(...changes: Record<string, unknown>[]) {
  const q = unique('Yushan')
  const ids: string[] = []
  for (const change of changes) ids.push((await fixture.member({ name: q, ...change })).customerId)
  return { q, ids }
}

const listed = ({ customerId: id, name, email }: { customerId: string; name: string; email: string }) => ({
  id,
  name,
  email,
  phone: null,
  status: 'active',
  tier: 'bronze',
  tierName: 'Bronze',
  points: 0,
  authProvider: 'password',
  firebaseUidBound: true,
  registeredAt: '2026-01-01T00:00:00.000Z',
  firstPurchaseUsed: false,
  totalSpent: '0.00',
  tags: [],
})

describe('GET …/customers', () => {
  test('an item is the customer without the fields of the detail', async () => {
    const member = await fixture.member({ name: unique('Entry') })
    expect((await list(`q=${member.name}`)).body).toEqual({
      success: true,
      data: [listed(member)],
      meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
    })
  })

  test('the uid itself is never shown, only whether there is one', async () => {
    const { q } = await customers({}, { firebase_uid: null })
    const { body, data } = await list(`q=${q}&sort=registeredAt,asc`)
    expect((data as { firebaseUidBound: boolean }[]).map(one => one.firebaseUidBound).toSorted()).toEqual([false, true])
    expect(JSON.stringify(body)).not.toContain('uid-')
  })

  test.each([
    ['id', (member: Searched) => member.customerId.slice(3)],
    ['name', (member: Searched) => member.name.slice(1)],
    ['e-mail', (member: Searched) => member.email.slice(2)],
    ['phone', () => '55-1234567'],
  ])('q finds a part of the %s', async (_, part) => {
    const member = await fixture.member({ name: unique('Searched'), phone: '0955-1234567' })
    const { data } = await list(`q=${encodeURIComponent(part(member))}`)
    expect(idsOf(data)).toContain(member.customerId)
  })

  test('q does not find what begins in one field and ends in another', async () => {
    const member = await fixture.member({ id: 'border-abc', name: 'xyz-border' })
    expect(idsOf((await list('q=abcxyz')).data)).not.toContain(member.customerId)
  })

  test('q ignores case and surrounding blanks', async () => {
    const { q, ids } = await customers({})
    expect(idsOf((await list(`q=%20${q.toUpperCase()}%20`)).data)).toEqual(ids)
  })

  test.each(['%', '_', '\\'])('q treats %s as itself', async sign => {
    const q = unique('Sign')
    const { customerId } = await fixture.member({ name: `${q}${sign}z` })
    await fixture.member({ name: `${q}mz` })
    await fixture.member({ name: `${q}z` })
    expect(idsOf((await list(`q=${encodeURIComponent(`${q}${sign}z`)}`)).data)).toEqual([customerId])
  })

  test.each([
    ['覃', ['覃美華', '阿覃']],
    ['美覃', ['林美覃']],
    ['覃覃', ['覃覃']],
    ['a覃', ['Ua覃']],
    ['覃z', ['覃z']],
  ])('q=%s finds names although it has fewer than three letters', async (q, names) => {
    const others = ['覃a美', '美林', '林a美a覃', '華美']
    const found = await Promise.all(names.map(name => fixture.member({ name })))
    const rest = await Promise.all(others.map(name => fixture.member({ name })))
    const { data } = await list(`q=${encodeURIComponent(q)}&size=100`)
    expect(idsOf(data)).toEqual(expect.arrayContaining(found.map(one => one.customerId)))
    const wrong = rest.filter(one => !one.name.toLowerCase().includes(q)).map(one => one.customerId)
    expect(idsOf(data).filter(id => wrong.includes(id))).toEqual([])
  })

  test('a blank q is as if absent', async () => {
    expect(totalOf((await list('q=%20&size=1')).meta)).toBe(totalOf((await list('size=1')).meta))
  })

  test.each(['active', 'suspended', 'deleted'])('status=%s', async status => {
    const { q, ids } = await customers({ status: 'active' }, { status: 'suspended' }, { status: 'deleted' })
    const { data } = await list(`q=${q}&status=${status}`)
    expect(idsOf(data)).toEqual([ids[['active', 'suspended', 'deleted'].indexOf(status)]])
  })

  test.each([
    ['bronze', ['0.00', '9999.99']],
    ['silver', ['10000.00', '49999.99']],
    ['gold', ['50000.00', '149999.99']],
    ['platinum', ['150000.00', '9000000.00']],
  ])('tier=%s is a total spending of %s', async (tier, expected) => {
    const spent = '0.00 9999.99 10000.00 49999.99 50000.00 149999.99 150000.00 9000000.00'.split(' ')
    const { q } = await customers(...spent.map(total_spent => ({ total_spent })))
    const { data } = await list(`q=${q}&tier=${tier}&sort=totalSpent,asc`)
    const found = data as { tier: string; totalSpent: string }[]
    expect(found.map(one => one.totalSpent)).toEqual(expected)
    expect(new Set(found.map(one => one.tier))).toEqual(new Set([tier]))
  })

  test('tagId, and a repeated one is OR; a customer with both is listed once', async () => {
    const { q, ids } = await customers({}, {}, {}, {})
    const [climbing, fishing] = [await fixture.scenario.tag('Climbing'), await fixture.scenario.tag('Fishing')]
    const [climber = '', angler = '', both = ''] = ids
    await fixture.scenario.tagged({ customerId: climber }, climbing)
    await fixture.scenario.tagged({ customerId: angler }, fishing)
    await fixture.scenario.tagged({ customerId: both }, fishing, climbing)
    const found = async (query: string) => idsOf((await list(`q=${q}&${query}`)).data).toSorted()
    expect(await found(`tagId=${climbing.id}`)).toEqual([climber, both].toSorted())
    expect(await found(`tagId=${climbing.id}&tagId=${fishing.id}`)).toEqual([climber, angler, both].toSorted())
    expect(await found('tagId=unknown')).toEqual([])
    expect(await list('tagId=%00')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('tags are shown by name', async () => {
    const member = await fixture.member({ name: unique('Tagged') })
    const [b, a] = [await fixture.scenario.tag('B'), await fixture.scenario.tag('A')]
    await fixture.scenario.tagged(member, b, a)
    expect(await list(`q=${member.name}`)).toMatchObject({ data: [{ tags: [a, b] }] })
    expect(await detail(member.customerId)).toMatchObject({ data: { tags: [a, b] } })
  })

  const sorts: [string, Record<string, unknown>[]][] = [
    ['registeredAt', [{ registered_at: '2024-01-01T00:00:00Z' }, { registered_at: '2024-01-01T00:00:00.001Z' }]],
    ['totalSpent', [{ total_spent: '9.00' }, { total_spent: '10.00' }]],
    ['points', [{ points: 9 }, { points: 10 }]],
    ['updatedAt', [{ updated_at: '2024-01-01T00:00:00Z' }, { updated_at: '2025-01-01T00:00:00Z' }]],
  ]
  test.each(sorts)('sort=%s, both ways', async (field, [less = {}, more = {}]) => {
    const { q, ids } = await customers(more, less)
    expect(idsOf((await list(`q=${q}&sort=${field},desc`)).data)).toEqual(ids)
    expect(idsOf((await list(`q=${q}&sort=${field},asc`)).data)).toEqual(ids.toReversed())
  })

  test('sort=name, both ways, without regard to case', async () => {
    const mark = unique('n')
    const ids: string[] = []
    for (const name of ['ann', 'Bob', 'carl', '王']) ids.push((await fixture.member({ name: name + mark })).customerId)
    expect(idsOf((await list(`q=${mark}&sort=name,asc`)).data)).toEqual(ids)
    expect(idsOf((await list(`q=${mark}&sort=name,desc`)).data)).toEqual(ids.toReversed())
  })

  test('sort is registeredAt,desc where none is given; ties by id in the same direction', async () => {
    const { q, ids } = await customers({}, {}, {}, { registered_at: '2026-02-01T00:00:00Z' })
    const newest = ids.pop() ?? ''
    expect(idsOf((await list(`q=${q}`)).data)).toEqual([newest, ...ids.toSorted().toReversed()])
    expect(idsOf((await list(`q=${q}&sort=registeredAt,asc`)).data)).toEqual([...ids.toSorted(), newest])
  })

  test('pages do not overlap and lose nothing', async () => {
    const { q, ids } = await customers({}, {}, {}, {}, {})
    const pages = await Promise.all([0, 1, 2, 3].map(page => list(`q=${q}&page=${page}&size=2`)))
    expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(ids.toSorted().toReversed())
    expect(pages[3]).toMatchObject({ data: [], meta: { page: 3, size: 2, totalElements: 5, totalPages: 3 } })
  })
})

type Searched = { customerId: string; name: string; email: string }

describe('GET …/customers/{id}', () => {
  test('adds birthday, updatedAt, preferences, address, recent orders and bookings', async () => {
    const preferences = { interests: ['hiking'], newsletter: true }
    const address = { recipientName: '王小明', phone: '0912', address: '台北市' }
    const more = { preferences: JSON.stringify(preferences), default_shipping_address: JSON.stringify(address) }
    const member = await fixture.member({ ...more, birthday: '1990-02-28', updated_at: '2026-03-01T00:00:00Z' })
    expect((await detail(member.customerId)).body).toEqual({
      success: true,
      data: {
        ...listed(member),
        birthday: '1990-02-28',
        updatedAt: '2026-03-01T00:00:00.000Z',
        preferences,
        defaultShippingAddress: address,
        recentOrders: [],
        recentBookings: [],
      },
    })
  })

  test('recentOrders and recentBookings: the five newest of the customer, newest first', async () => {
    const [member, stranger] = [await fixture.member(), await fixture.member()]
    const minutes = [3, 1, 6, 5, 2, 4].map(minute => ({ minute, at: `2026-11-20T07:0${minute}:00.000Z` }))
    const orders = new Map<number, string>()
    const bookings = new Map<number, string>()
    for (const { minute, at } of minutes) {
      orders.set(minute, await fixture.scenario.order(member, { placed_at: at }))
      bookings.set(minute, await fixture.scenario.paidBooking(member, { created_at: at }))
    }
    await fixture.scenario.order(stranger)
    await fixture.scenario.paidBooking(stranger)
    const { data } = await detail(member.customerId)
    const { recentOrders, recentBookings } = data as Record<string, { id: string; bookingId: string }[]>
    expect(recentOrders?.map(order => order.id)).toEqual([6, 5, 4, 3, 2].map(minute => orders.get(minute)))
    expect(recentBookings?.map(one => one.bookingId)).toEqual([6, 5, 4, 3, 2].map(minute => bookings.get(minute)))
  })

  test('recent ones are list items', async () => {
    const member = await fixture.member()
    const [orderId, bookingId] = [await fixture.scenario.order(member), await fixture.scenario.paidBooking(member)]
    const own = await member.client.get('/api/me/orders')
    expect(await detail(member.customerId)).toMatchObject({ data: { recentOrders: own.data } })
    expect((await detail(member.customerId)).data).toMatchObject({
      recentOrders: [{ id: orderId }],
      recentBookings: [
        {
          bookingId,
          status: 'pending',
          paymentStatus: 'paid',
          campgroundName: '雲海營地',
          region: '南投縣',
          checkIn: '2026-12-07',
          checkOut: '2026-12-09',
          guestCount: 2,
          finalAmount: '2400.00',
          createdAt: '2026-11-20T07:00:00.000Z',
        },
      ],
    })
  })

  test.each(['unknown', '%00', 'x'.repeat(300)])('%s is not a customer: NOT_FOUND', async id => {
    expect(await detail(id)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a deleted customer can still be read', async () => {
    const { customerId } = await fixture.member({ status: 'deleted' })
    expect(await detail(customerId)).toMatchObject({ status: 200, data: { status: 'deleted' } })
  })
})

test.each(['', '/unknown'])('%s: customers.view is needed, and customers.edit is not it', async rest => {
  expect(await fixture.anyone.get(path + rest)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  expect(await fixture.administrator('customers.edit').get(path + rest)).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
  const { client } = await fixture.member()
  expect(await client.get(path + rest)).toMatchObject({ status: 401 })
})
