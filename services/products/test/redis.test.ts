import { startRedis } from '@campstore/testing/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstOf, shownBy, statusesOf } from '../src/testing/both-services.ts'
import { type ProductsFixture, productOf, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

let fixture: ProductsFixture
beforeAll(async () => {
  fixture = await startProductsFixture()
})
afterAll(() => fixture.stop())

describe('Redis only makes it faster', () => {
  test('what one process prepared, another finds in Redis, by the state of the catalogue', async () => {
    const redis = await startRedis()
    const own = await startProductsFixture({ REDIS_URL: redis.url })
    try {
      const product = await own.set.product()
      await productOf(own.anyone, product.id)
      expect(await redis.keys()).toBe(1)
      await productOf(own.another, product.id)
      expect(await redis.keys()).toBe(1)
      await own.set.change('catalog.equipment_item', product.itemId, { name: 'Other' })
      expect(await productOf(own.another, product.id)).toMatchObject({ name: 'Other' })
      expect(await redis.keys()).toBe(2)
    } finally {
      await own.stop()
    }
  })

  test('ids that name nothing, and filters that nothing passes, leave nothing there', async () => {
    const redis = await startRedis()
    const own = await startProductsFixture({ REDIS_URL: redis.url })
    try {
      for (const path of ['/none', '/other', '?brand=none', '?page=9', '?minPrice=5&maxPrice=5']) {
        await own.anyone.get(`${productsPath}${path}`)
      }
      expect(await redis.keys()).toBe(0)
    } finally {
      await own.stop()
    }
  })

  test.each([
    ['frozen', 'freeze'],
    ['killed', 'kill'],
  ] as const)('%s while it runs: every answer is right, and soon', async (_, fault) => {
    const redis = await startRedis()
    const own = await startProductsFixture({ REDIS_URL: redis.url })
    try {
      const product = await own.set.product({ variants: [{ stock: 5 }] })
      await shownBy(own, product)
      redis[fault]()
      const startedAt = performance.now()
      await own.set.reserve(firstOf(product).id, 2)
      expect(await shownBy(own, product)).toMatchObject({ availableQuantity: 3 })
      await own.set.change('catalog.variant', firstOf(product).id, { price: '77' })
      expect(await shownBy(own, product)).toMatchObject({ price: '77.00', availableQuantity: 3 })
      await own.set.change('catalog.product', product.id, { status: 'inactive' })
      expect(await statusesOf(own, product)).toEqual([404, 404])
      expect(performance.now() - startedAt).toBeLessThan(3_000)
    } finally {
      redis.thaw()
      await own.stop()
    }
  })

  test('away from the start, or none at all: the service is ready and answers', async () => {
    for (const url of ['redis://127.0.0.1:1', '']) {
      const own = await startProductsFixture({ REDIS_URL: url })
      try {
        const product = await own.set.product({ variants: [{ stock: 5 }] })
        expect(await shownBy(own, product)).toMatchObject({ availableQuantity: 5 })
        const redis = url === '' ? {} : { redis: 'down' }
        const ready = await own.anyone.get('/health/ready')
        expect(ready).toMatchObject({ status: 200, data: { status: 'up', database: 'up', ...redis } })
      } finally {
        await own.stop()
      }
    }
  })

  test.each<[string, (entry: string, other: string) => string]>([
    ['no JSON', () => '{"broken'],
    ['another price', entry => entry.replace(/"price\\":\\"\d+\.\d\d/, '"price\\":\\"free')],
    ['a field too many', entry => entry.replace('\\"status\\"', '\\"secret\\":1,\\"status\\"')],
    ['a gap too many', entry => entry.replace('"fragments":[', '"fragments":["",')],
    ['the variants of another', entry => entry.replace('"variantIds":["', '"variantIds":["other-')],
    ['another revision', entry => entry.replace('"revision":"', '"revision":"other-')],
    ['the answer to something else', (_, other) => other],
  ])('what it has is not believed when it is no answer of ours, and that is logged once: %s', async (_, tamper) => {
    const redis = await startRedis()
    const own = await startProductsFixture({ REDIS_URL: redis.url })
    const client = new Redis(redis.url)
    try {
      const products = [await own.set.product(), await own.set.product()]
      for (const { id } of products) await productOf(own.anyone, id)
      const keys = await client.keys('products:*')
      const entries = await client.mget(keys)
      for (const [place, key] of keys.entries()) {
        const [entry = '', other = ''] = [entries[place] ?? '', entries[1 - place] ?? '']
        expect(tamper(entry, other)).not.toBe(entry)
        await client.set(key, tamper(entry, other), 'EX', 60)
      }
      for (const { id } of products) expect(await productOf(own.another, id)).toMatchObject({ id, price: '100.00' })
      expect(own.log.filter(({ msg }) => String(msg).startsWith('redis has an entry that is no answer'))).toHaveLength(
        1,
      )
    } finally {
      client.disconnect()
      await own.stop()
    }
  })
})
