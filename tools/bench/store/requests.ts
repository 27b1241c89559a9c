import { z } from 'zod'
import { freshKeys, get, post, type RequestFactory } from '../prepared-request.ts'
import { memberCount, patterns, randomUpTo } from '../workload.ts'
import { hotCart, memberOfOrder, memberOrders, orderId, productId, spreadCart, variantId } from './workload.ts'

const area = z.literal('store')

/** Requests to the services of the store; `products` is the number of products to choose from. */
export const storeRequestSchema = z.discriminatedUnion('kind', [
  /** The list with a query of its own, and any of its first pages where `pages` is given. */
  z.object({ area, kind: z.literal('list'), query: z.string(), pages: z.int().positive().optional() }),
  z.object({ area, kind: z.literal('detail'), products: z.int().positive() }),
  z.object({ area, kind: z.literal('order') }),
  z.object({ area, kind: z.literal('checkout'), products: z.int().positive(), pattern: z.enum(patterns) }),
])

/** One of {@link storeRequestSchema}. */
export type StoreRequest = z.infer<typeof storeRequestSchema>

/** Makes requests; checkouts and reads of orders carry a token, checkouts a fresh idempotency key too. */
export function makeStoreRequest(
  request: StoreRequest,
  tokenOf: (member: number) => string | undefined,
): RequestFactory {
  switch (request.kind) {
    case 'list': {
      const { query, pages } = request
      const path = `/api/products?${query}`
      return () => get(pages === undefined ? path : `${path}&page=${randomUpTo(pages) - 1}`)
    }
    case 'detail':
      return () => get(`/api/products/${productId(randomUpTo(request.products))}`)
    case 'order':
      return () => {
        const order = randomUpTo(memberOrders)
        return get(`/api/me/orders/${orderId(order)}`, tokenOf(memberOfOrder(order)))
      }
    case 'checkout':
      return checkouts(request, tokenOf)
  }
}

function checkouts(
  { products, pattern }: { products: number; pattern: 'spread' | 'hot' },
  tokenOf: (member: number) => string | undefined,
): RequestFactory {
  const nextKey = freshKeys()
  const cart = pattern === 'hot' ? hotCart : spreadCart
  return () => {
    const items = cart(products).map(({ product, variant }) => ({
      variantId: variantId(product, variant),
      quantity: 1,
    }))
    const body = { items, paymentMethod: 'gateway-credit', shipping, idempotencyKey: nextKey() }
    return post('/api/checkout/sessions', body, tokenOf(randomUpTo(memberCount)))
  }
}

/** Where all that is ordered goes. */
export const shipping = { recipientName: 'Load Member', phone: '0912345678', address: 'Songshan Road 1, Taipei' }
