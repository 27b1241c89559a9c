import { maxBodyBytes, maxImageBytes } from '@campstore/contract/route'
import { contractMethods } from '@campstore/http/refusals'

/** The services behind the gateway; each owns the prefix `/api/<service>` (docs/contract/conventions.md). */
export const services = ['booking', 'products', 'checkout', 'me', 'admin'] as const

/** The name of a service behind the gateway. */
export type Service = (typeof services)[number]

/** The methods that the gateway forwards; each service refuses the methods that it does not have. */
export const methods: ReadonlySet<string> = new Set(contractMethods)

/** The checkout service changes own orders, which the me service only reads, under their locks. */
const ownOrderChange = /^\/api\/me\/orders\/[^/]+\/recipient$/

/** The checkout service also answers the payment service, for orders and bookings. */
const byName = new Map<string, Service>([
  ...services.map(service => [service, service] as const),
  ['payments', 'checkout'],
])

/**
 * The service that owns a canonical path. Whole segments count: `/api/bookings` belongs to no service.
 *
 * @param path as `canonicalPath` returned it
 */
export function serviceForPath(path: string): Service | undefined {
  if (!path.startsWith('/api/')) return undefined
  if (ownOrderChange.test(path)) return 'checkout'
  const end = path.indexOf('/', 5)
  return byName.get(end === -1 ? path.slice(5) : path.slice(5, end))
}

/** Whether a path asks for the gateway's own state. */
export const isHealthPath = (path: string | undefined): boolean => path === '/health' || path === '/health/live'

/** Where checkouts start, by the contract; its declarations are not loaded here, which saves memory. */
const sessionPaths: ReadonlySet<string | undefined> = new Set([
  '/api/booking/checkout/sessions',
  '/api/checkout/sessions',
])

/** Whether a request starts a checkout, which holds something. */
export const startsCheckout = (method: string | undefined, path: string | undefined): boolean =>
  method === 'POST' && sessionPaths.has(path)

/** Where a body may be larger than elsewhere, by the contract; its declarations are not loaded here either. */
const largeBodies: ReadonlyMap<string | undefined, number> = new Map([['POST /api/admin/images', maxImageBytes]])

/** Largest body of a request in bytes, as far as its path says; its service knows the declaration. */
export const maxBodyBytesOf = (method: string | undefined, path: string | undefined): number =>
  largeBodies.get(`${method} ${path}`) ?? maxBodyBytes

/** Paths of streams of events, by the contract; its declarations are not loaded here either. */
const streamPath = /^\/api\/(?:booking\/(?:bookings|(campgrounds))|me\/orders)\/[^/]+\/events$/

/** Who may have the stream of events that a request asks for, as far as its path says; undefined where it asks for none. */
export function accessOfStream(method: string | undefined, path: string | undefined): 'member' | 'public' | undefined {
  const found = method === 'GET' && path !== undefined ? streamPath.exec(path) : null
  return found ? (found[1] ? 'public' : 'member') : undefined
}
