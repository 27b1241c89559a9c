import { type AdminCustomer, customerStatuses, tiers } from '@campstore/contract/admin/customers'
import { insertRow } from '@campstore/testing/rows'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'

// For any query, the list has the same customers in the same order as a simple implementation of docs/contract/admin.md#lists.
const letters = [...'abA0%_\\- .é', '王', '明', '小']
const text = (longest: number) =>
  fc.array(fc.constantFrom(...letters), { maxLength: longest }).map(parts => parts.join(''))
const tagIds = ['tag-a', 'tag-b', 'tag-c']
const spent = ['0.00', '9999.99', '10000.00', '49999.99', '50000.00', '149999.99', '150000.00']
const bounds = { bronze: [0, 10_000], silver: [10_000, 50_000], gold: [50_000, 150_000], platinum: [150_000, Infinity] }

const customer = fc.record({
  name: text(4),
  email: text(3).map(part => `${part}@x.test`),
  phone: fc.option(text(3)),
  status: fc.constantFrom(...customerStatuses),
  points: fc.integer({ min: 0, max: 3 }),
  totalSpent: fc.constantFrom(...spent),
  registeredAt: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01').map(day => `${day}T00:00:00.000Z`),
  updatedAt: fc.constantFrom('2026-04-01', '2026-05-01').map(day => `${day}T00:00:00.000Z`),
  tags: fc.subarray(tagIds),
})
type Customer = (typeof customer extends fc.Arbitrary<infer Value> ? Value : never) & { id: string }

const query = fc.record(
  {
    q: text(3).filter(q => q.trim() !== ''),
    status: fc.constantFrom(...customerStatuses),
    tier: fc.constantFrom(...tiers),
    tagId: fc.subarray([...tagIds, 'tag-unknown'], { minLength: 1 }),
    sort: fc.record({
      by: fc.constantFrom('registeredAt', 'totalSpent', 'name', 'points', 'updatedAt'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
  },
  { requiredKeys: [] },
)
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

let fixture: MeFixture
let all: Customer[]
beforeAll(async () => {
  fixture = await startMeFixture()
  all = fc
    .sample(customer, { numRuns: 80, seed: 20_261_121 })
    .map((one, index) => ({ ...one, id: `c-${String(index).padStart(3, '0')}` }))
  for (const id of tagIds) await insertRow(fixture.owner, 'member.tag', { id, name: id })
  for (const one of all) await store(one)
})
afterAll(() => fixture.stop())

async function store({ totalSpent, registeredAt, updatedAt, tags, ...rest }: Customer): Promise<void> {
  const row = { ...rest, firebase_uid: rest.id, total_spent: totalSpent, registered_at: registeredAt }
  await insertRow(fixture.owner, 'member.customer', { ...row, updated_at: updatedAt })
  for (const tag of tags) await insertRow(fixture.owner, 'member.customer_tag', { customer_id: rest.id, tag_id: tag })
}

function expected({ q, status, tier, tagId, sort = { by: 'registeredAt', direction: 'desc' } }: Query): string[] {
  const searched = q?.trim().toLowerCase() ?? ''
  const [from = 0, below = 0] = bounds[tier ?? 'bronze']
  const found = all
    .filter(one => [one.id, one.name, one.email, one.phone ?? ''].some(field => field.toLowerCase().includes(searched)))
    .filter(one => status === undefined || one.status === status)
    .filter(one => tier === undefined || (Number(one.totalSpent) >= from && Number(one.totalSpent) < below))
    .filter(one => tagId === undefined || one.tags.some(tag => tagId.includes(tag)))
    .toSorted(
      (left, right) => compare(sortValue(left, sort.by), sortValue(right, sort.by)) || compare(left.id, right.id),
    )
    .map(({ id }) => id)
  return sort.direction === 'asc' ? found : found.toReversed()
}

function sortValue(one: Customer, field: string): string | number {
  if (field === 'totalSpent') return Number(one.totalSpent)
  if (field === 'points') return one.points
  if (field === 'name') return one.name.toLowerCase()
  return field === 'updatedAt' ? one.updatedAt : one.registeredAt
}

/** All letters used here sort by their code point as they do by their code unit. */
const compare = (left: string | number, right: string | number): number => (left < right ? -1 : Number(left > right))

function searchParametersOf({ q, status, tier, tagId = [], sort }: Query): URLSearchParams {
  const parameters = new URLSearchParams({ size: '100' })
  if (q !== undefined) parameters.set('q', q)
  if (status !== undefined) parameters.set('status', status)
  if (tier !== undefined) parameters.set('tier', tier)
  for (const id of tagId) parameters.append('tagId', id)
  if (sort !== undefined) parameters.set('sort', `${sort.by},${sort.direction}`)
  return parameters
}

test('customers are found, counted and sorted as the contract says', async () => {
  await fc.assert(
    fc.asyncProperty(query, async parameters => {
      const answer = await fixture.administrator().get(`/internal/me/customers?${searchParametersOf(parameters)}`)
      const ids = (answer.data as AdminCustomer[]).map(({ id }) => id)
      expect(ids).toEqual(expected(parameters))
      expect(answer.meta).toMatchObject({ totalElements: ids.length })
    }),
    { numRuns: 300 },
  )
})
