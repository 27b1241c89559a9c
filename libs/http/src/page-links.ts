import { stringify } from 'node:querystring'
import { pageMeta } from '@campstore/contract/envelope'
import type { Route } from '@campstore/contract/route'
import { z } from 'zod'
import type { Query } from './target.ts'

/** Which page of a list a response is: `page` from 0. */
export type PagePosition = { page: number; size: number; totalElements: number }

/** A longer header would exceed the limit of HTTP clients, 8 to 16 kB for all headers together. */
const maxLength = 4_000

/**
 * The value of the `link` header (RFC 8288) with the first, previous, next and last page, as far as they exist. The references
 * are relative (`?page=1&size=20`), so that they are right behind the gateway too.
 *
 * @param query parameters of the request; only parameters of the route are repeated
 * @returns undefined where the query is too long to be repeated four times
 */
export function pageLinks(route: Route, query: Query, position: PagePosition): string | undefined {
  const { page, size, totalElements } = position
  const last = Math.max(0, pageMeta(page, size, totalElements).totalPages - 1)
  const pages: [string, number][] = [['first', 0]]
  if (page > 0) pages.push(['prev', Math.min(page - 1, last)])
  if (page < last) pages.push(['next', page + 1])
  pages.push(['last', last])
  const filters = stringify(declaredFilters(route, query))
  const rest = `&size=${size}${filters && `&${filters}`}`
  const links = pages.map(([relation, number]) => `<?page=${number}${rest}>; rel="${relation}"`).join(', ')
  return links.length > maxLength ? undefined : links
}

/** The parameters of a query that its route declares, as the client wrote them; page and size not among them. */
function declaredFilters({ query: schema }: Route, query: Query): Query {
  if (!(schema instanceof z.ZodObject)) return {}
  const { page: _page, size: _size, ...filters } = query
  return Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(schema.shape, name)))
}
