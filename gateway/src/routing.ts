/** The services behind the gateway; each owns the prefix `/api/<service>` (interface.md, Conventions). */
export const services = ['booking', 'products', 'checkout', 'me', 'admin'] as const

/** The name of a service behind the gateway. */
export type Service = (typeof services)[number]

/** The methods that services know; each service refuses the others of these itself. */
export const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The `allow` header that goes with a method that no service knows. */
export const allowedMethods = [...methods].join(', ')

const byName = new Map<string, Service>(services.map(service => [service, service]))

/**
 * The service that owns a canonical path. Whole segments count: `/api/bookings` belongs to nobody.
 *
 * @param path as `pathOf` returned it
 */
export function serviceOf(path: string): Service | undefined {
  if (!path.startsWith('/api/')) return undefined
  const end = path.indexOf('/', 5)
  return byName.get(end === -1 ? path.slice(5) : path.slice(5, end))
}
