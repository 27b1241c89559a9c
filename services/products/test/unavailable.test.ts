import { eventually } from '@campstore/testing/waiting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProductsFixture, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/errors.md#codes: 503 while the database is unavailable. Cached data is never shown without live availability.
describe('error SERVICE_UNAVAILABLE: the database refuses connections', () => {
  let fixture: ProductsFixture
  beforeAll(async () => {
    fixture = await startProductsFixture({ DATABASE_URL: 'postgres://user:password@127.0.0.1:1/none' })
  })
  afterAll(() => fixture.stop())

  test.each(['', '/some', '/images/some.svg'])('GET /api/products%s, with Retry-After', async path => {
    const answer = await fixture.anyone.get(`${productsPath}${path}`)
    expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('it is live and not ready', async () => {
    expect(await fixture.anyone.get('/health/live')).toMatchObject({ status: 200 })
    expect(await fixture.anyone.get('/health/ready')).toMatchObject({ status: 503, data: { database: 'down' } })
  })
})

describe('error SERVICE_UNAVAILABLE: the connections break while it runs', () => {
  let fixture: ProductsFixture
  beforeAll(async () => {
    fixture = await startProductsFixture()
  })
  afterAll(() => fixture.stop())

  test('it recovers by itself', async () => {
    const { id } = await fixture.scenario.addProduct()
    await productOf(fixture.anyone, id)
    await fixture.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'campstore_products'",
      [fixture.database.name],
    )
    const statuses = new Set<number>()
    await eventually(async () => {
      const { status } = await fixture.anyone.get(`${productsPath}/${id}`)
      statuses.add(status)
      expect(status).toBe(200)
    })
    expect([...statuses].every(status => status === 200 || status === 503)).toBe(true)
  })
})
