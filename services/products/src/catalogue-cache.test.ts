import { money } from '@campstore/core/money'
import { beforeEach, expect, test } from 'vitest'
import { type CatalogueCache, createCatalogueCache } from './catalogue-cache.ts'
import type { CatalogueSnapshot } from './persistence/catalogue.ts'

/** The catalogue in the database: one product with one variant. */
const catalogue = { revision: 'r1', name: 'Tent', pieces: 5 }
let reads: number
let answer: CatalogueCache
beforeEach(() => {
  Object.assign(catalogue, { revision: 'r1', name: 'Tent', pieces: 5 })
  reads = 0
  answer = createCatalogueCache(async ids => ({
    revision: catalogue.revision,
    quantities: ids.map(() => catalogue.pieces),
  }))
})

function snapshot(): CatalogueSnapshot {
  const { revision, name } = catalogue
  const variants = [{ id: 'v', sku: 'V', color: null, size: null, specification: 's', price: money(1) }]
  const described = { name, category: null, brand: null, description: null, image: null }
  const product = { id: 'p', itemId: 'i', status: 'active' as const, ...described, price: money(1), variants }
  return { revision, products: [product], total: 1, size: 1 }
}

/** Reads the page; `duringRead` runs between the read and its use. */
async function readPage(duringRead = () => {}) {
  const { json } = await answer({
    key: 'page',
    read: async () => {
      reads += 1
      const read = snapshot()
      await new Promise(setImmediate)
      duringRead()
      return read
    },
    present: ([product], total) => ({ name: product?.name, pieces: product?.variants[0]?.availableQuantity, total }),
  })
  return { json, body: JSON.parse(json.toString()) }
}

test('a page is read once for any number of requests, also concurrent ones', async () => {
  await Promise.all([readPage(), readPage(), readPage()])
  const { body } = await readPage()
  expect([reads, body]).toEqual([1, { name: 'Tent', pieces: 5, total: 1 }])
})

test('stock is live in a cached page, and the JSON is built again only when it changes', async () => {
  const first = await readPage()
  expect((await readPage()).json).toBe(first.json)
  catalogue.pieces = 4
  expect([reads, (await readPage()).body]).toEqual([1, { name: 'Tent', pieces: 4, total: 1 }])
})

test('a page whose catalogue changes while it is read is read again', async () => {
  const changes = ['r2', 'r3']
  const change = () => {
    const revision = changes.shift()
    if (revision) Object.assign(catalogue, { revision, name: revision })
  }
  expect([(await readPage(change)).body.name, reads]).toEqual(['r3', 3])
})

test('a catalogue that changes with every read still gets a response', async () => {
  const { body } = await readPage(() => {
    catalogue.revision += '!'
  })
  expect([body.name, reads]).toEqual(['Tent', 4])
})

test('a read that fails fails its requests, and the next one reads again', async () => {
  const broken = () => {
    throw new Error('unavailable')
  }
  await Promise.all([0, 1].map(() => expect(readPage(broken)).rejects.toThrow('unavailable')))
  expect((await readPage()).body.name).toBe('Tent')
})
