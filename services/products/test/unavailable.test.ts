import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

// docs/contract/errors.md#codes: 503 while the database is unavailable. Cached data is never shown without live availability.
const fixture = useFixture(() => startProductsFixture({ DATABASE_URL: 'postgres://user:password@127.0.0.1:1/none' }))

test.each(['', '/some', '/images/some.svg'])(
  'error SERVICE_UNAVAILABLE, with Retry-After, while the database refuses connections: GET /api/products%s',
  async path => {
    const answer = await fixture.anyone.get(`${productsPath}${path}`)
    expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  },
)
