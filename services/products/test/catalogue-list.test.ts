import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Catalogue, catalogues, type ListedFields, productWith } from '../src/testing/catalogues.ts'
import { idsOf, productOf, productsPath } from '../src/testing/products-fixture.ts'

const tents: ListedFields[] = [
  { id: 'p-10', name: 'beta', category: 'Tents', brand: 'Ridge', prices: ['300', '50', '900'] },
  { id: 'P-09', name: 'Alpha', category: 'tents', brand: 'Other', prices: ['100'] },
  { id: 'p-2', name: 'alpha', category: ' TENTS\u3000', brand: 'Ridge ', prices: ['100.50'] },
  { id: 'p-1', name: 'Zelt', category: 'Tents & more', brand: null, prices: ['60000'] },
  { id: 'p-Z', name: 'ALPHA', category: null, brand: 'RIDGE', prices: ['200', '250'] },
  { id: 'p-b', name: 'Çadır', category: 'ÇADIRLAR', brand: 'Ridge', prices: ['0'] },
]

describe.each(catalogues)('GET /api/products, the catalogue %s', (_, open) => {
  let catalogue: Catalogue
  beforeAll(async () => {
    catalogue = await open(tents)
  })
  afterAll(() => catalogue.stop())
  const ids = (query: string) => idsOf(catalogue.client, query)

  test('all active variants are listed, also outside a price filter, and price is the lowest of all', async () => {
    const answer = await catalogue.client.get(`${productsPath}?minPrice=250&maxPrice=400&brand=ridge&sort=id,asc`)
    expect(answer.data).toMatchObject([
      { id: 'p-10', price: '50.00', variants: [{ price: '50.00' }, { price: '300.00' }, { price: '900.00' }] },
      { id: 'p-Z', price: '200.00', variants: [{ price: '200.00' }, { price: '250.00' }] },
    ])
  })

  test('a page links to the others, which have the same filters', async () => {
    const { headers } = await catalogue.client.get(`${productsPath}?page=1&size=1&category=tents&unknown=1`)
    const rest = 'size=1&category=tents'
    const links = [
      ['first', 0],
      ['prev', 0],
      ['next', 2],
      ['last', 2],
    ].map(([rel, page]) => `<?page=${page}&${rest}>; rel="${rel}"`)
    expect(headers.get('link')).toBe(links.join(', '))
  })

  test.each(['?page=2&size=4', '?page=999999999&size=100'])('a page past the end, %s: 200 and empty', async query => {
    const answer = await catalogue.client.get(`${productsPath}${query}`)
    expect(answer).toMatchObject({ status: 200, data: [], meta: { totalElements: 6 } })
  })

  test('unknown parameters are ignored', async () => {
    expect(await ids('?q=alpha&inStock=true&size=1')).toEqual(['P-09'])
  })

  test('GET /api/products/{id} returns the same product as the list, without meta', async () => {
    const [offered] = tents
    if (!offered) throw new Error('no tent')
    expect(await productOf(catalogue.client, offered.id)).toEqual(productWith(offered))
    const { body } = await catalogue.client.get(`${productsPath}/${offered.id}`)
    expect(Object.keys(body as object)).toEqual(['success', 'data'])
  })

  test('an id is looked up as it is, with its case', async () => {
    expect(await catalogue.client.get(`${productsPath}/p-09`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
