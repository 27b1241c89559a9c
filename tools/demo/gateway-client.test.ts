import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { closureRoutes } from '@campstore/contract/admin/closures'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import { freePort } from '@campstore/local-servers/ports'
import { afterEach, expect, test } from 'vitest'
import { ErrorResponse, gatewayClient } from './gateway-client.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** A server that gives the same response to every request, and records the requests. */
async function answering(status: number, body: unknown): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? undefined : JSON.stringify(body))
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}`, requests }
}

const product = {
  id: 'p',
  itemId: 'i',
  status: 'active',
  name: 'Tent',
  category: null,
  brand: null,
  description: null,
  image: null,
  price: '5.00',
  variants: [
    {
      id: 'v',
      sku: 'S',
      color: null,
      size: null,
      specification: 'red',
      price: '5.00',
      availableQuantity: 1,
      inStock: true,
    },
  ],
}

test('sends the declared requests with the token, page after page', async () => {
  const meta = { page: 0, size: 100, totalElements: 101, totalPages: 2 }
  const { url, requests } = await answering(200, { success: true, data: [product], meta })
  const found = await gatewayClient(url, 't').all(productRoutes.listProducts, { query: { minPrice: 1 } })
  expect(found).toEqual([product, product])
  expect(requests).toEqual([
    'GET /api/products?minPrice=1&size=100 Bearer t',
    'GET /api/products?minPrice=1&size=100&page=1 Bearer t',
  ])
})

test('rejects a response that breaks the contract', async () => {
  const { url } = await answering(200, { success: true, data: { ...product, rating: 5 } })
  await expect(gatewayClient(url, 't').one(productRoutes.getProduct, { params: { id: 'p' } })).rejects.toThrow(
    /^GET \/api\/products\/\{id\} broke the contract: .*rating/,
  )
})

test('rejects an error response with its code', async () => {
  const { url } = await answering(409, { success: false, error: { code: 'CHECKOUT_EXPIRED', message: 'Too late' } })
  const requests = gatewayClient(url, 't').one(storeCheckoutRoutes.cancelStoreCheckout, { params: { orderId: 'o/1' } })
  await expect(requests).rejects.toThrow(
    new ErrorResponse('POST /api/checkout/sessions/o%2F1/cancel', 409, 'CHECKOUT_EXPIRED', 'Too late'),
  )
})

test('reports an unreachable gateway in one line', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  await expect(gatewayClient(url, 't').one(productRoutes.getProduct, { params: { id: 'p' } })).rejects.toThrow(
    `No gateway answers at ${url} (does npm start run?): `,
  )
})

test('accepts an empty response where it is declared', async () => {
  const { url, requests } = await answering(204, undefined)
  expect(await gatewayClient(url, 't').one(closureRoutes.removeClosure, { params: { id: '7' } })).toBeNull()
  expect(requests).toEqual(['DELETE /api/admin/campground-closures/7 Bearer t'])
})
