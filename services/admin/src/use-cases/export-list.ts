import { parse } from 'node:querystring'
import type { Administrator } from '@campstore/auth/internal-token'
import { validationError } from '@campstore/contract/errors'
import { isExported, type Page, type Route, type RouteInput } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { parseJson } from '@campstore/core/parse-json'
import { businessDate } from '@campstore/core/plain-date'
import type { Endpoint, RequestContext } from '@campstore/http/endpoint'
import type { ForwardedEndpoint, RawRequest, RawResponse } from '@campstore/http/forwarded'
import { parseQuery } from '@campstore/http/target'
import { validateInput } from '@campstore/http/validation'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { type CsvTable, csvTable } from '../domain/csv-table.ts'
import { type Forwarding, type OwnedRoute, sendToOwner } from './forward.ts'
import { insertView } from './record-view.ts'

/** Most elements of an export (docs/contract/admin.md#csv). */
export const maxExported = 10_000

/** Elements of a page that is read for an export: the most that a list gives. */
const pageSize = 100

/** One page of a list, or a response that says why there is none. */
type ReadPage = (page: number) => Promise<{ items: unknown[]; total: number } | { refused: RawResponse }>

type Caller = { administrator: Administrator; context: RequestContext }

/** An endpoint of a list, which then answers those who prefer CSV. Another endpoint stays as it is. */
export function withCsv<E extends Endpoint | ForwardedEndpoint>(
  deps: Omit<Forwarding, 'readingRoute'>,
  endpoint: E,
): E {
  const { route } = endpoint
  if (!isExported(route)) return endpoint
  const table = csvTable(route.data)
  return {
    ...endpoint,
    csv: async (request: RawRequest, administrator: Administrator, context: RequestContext) => {
      const caller = { administrator, context }
      const readPage =
        'forward' in endpoint ? ownersPages(deps, endpoint, request, caller) : ownPages(endpoint, request, caller)
      const exported = await exportPages(route, table, readPage)
      if ('refused' in exported) return exported.refused
      const what = { action: 'exportCsv', targetId: null, request: request.path + request.search }
      await insertView(deps, what, administrator, context)
      return { status: 200, headers: headersOf(route, request.search, deps.clock()), body: exported.csv }
    },
  }
}

/** Reads page after page, and keeps only their rows as text. */
async function exportPages(
  route: Route,
  { header, rowsOf }: CsvTable,
  readPage: ReadPage,
): Promise<{ csv: Buffer } | { refused: RawResponse }> {
  const parts = [toCsv([header], true)]
  const seen = new Set<string>()
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const found = await readPage(page)
    if ('refused' in found) return found
    if (found.total > maxExported) throw tooLong(route)
    // A list without pages is read once.
    if (route.shape === 'page') pages = Math.ceil(found.total / pageSize)
    // What is added meanwhile moves elements to the next page.
    const fresh = found.items.filter(item => route.shape === 'list' || isNew(seen, JSON.stringify(item)))
    parts.push(toCsv(fresh.flatMap(rowsOf), false))
  }
  return { csv: Buffer.concat(parts) }
}

const toCsv = (rows: string[][], bom: boolean): Buffer =>
  Buffer.from(stringify(rows, { bom, record_delimiter: 'windows' }))

function isNew(seen: Set<string>, item: string): boolean {
  const { size } = seen
  return seen.add(item).size > size
}

/** The pages of a list that another service owns. */
function ownersPages(
  deps: Omit<Forwarding, 'readingRoute'>,
  { route }: ForwardedEndpoint,
  request: RawRequest,
  caller: Caller,
): ReadPage {
  const forwardContext = { ...caller, until: AbortSignal.timeout(deps.timeoutMs) }
  const forwarding = { ...deps, readingRoute: () => undefined }
  return async page => {
    const asked = { ...request, search: searchOf(request, page) }
    const result = await sendToOwner(forwarding, route as OwnedRoute, asked, forwardContext)
    if (!result.response) throw result.error
    if (result.response.status !== 200) return { refused: result.response }
    const { data, meta } = listSchema.parse(parseJson(result.response.body))
    return { items: data, total: meta.totalElements }
  }
}

const listSchema = z.object({ data: z.array(z.unknown()), meta: z.object({ totalElements: z.number() }) })

/** The pages of a list of this service. */
function ownPages({ route, handle }: Endpoint, request: RawRequest, { administrator, context }: Caller): ReadPage {
  return async page => {
    const query = parseQuery(searchOf(request, page).slice(1))
    const input = { params: request.params, ...validateInput(route, { query, body: undefined }) } as RouteInput<Route>
    const result = await handle(input, administrator, context)
    if (route.shape === 'list') return { items: result as unknown[], total: (result as unknown[]).length }
    const { items, totalElements } = result as Page<unknown>
    return { items, total: totalElements }
  }
}

/** The query of a request with another page; everything else stays as it was written. */
function searchOf({ search }: RawRequest, page: number): string {
  const filters = search
    .slice(1)
    .split('&')
    .filter(parameter => parameter !== '' && !isPaging(parameter))
  return `?${[`page=${page}`, `size=${pageSize}`, ...filters].join('&')}`
}

/** A name may be escaped: `pag%65`. */
const isPaging = (parameter: string): boolean =>
  Object.keys(parse(parameter)).some(name => /^(?:page|size)$/.test(name))

/** Names the parameters by which the list can be narrowed: its ranges of dates. */
function tooLong({ query }: Route) {
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const ranges = names.filter(name => /(?:^from|^to|From|To)$/.test(name))
  const reason = text('must.narrowList', { count: maxExported })
  const details = ranges.map(path => ({ path, reason }))
  const byFilters = text('must.narrowListByFilters', { count: maxExported })
  return validationError(details.length > 0 ? details : [{ path: '', reason: byFilters }], { count: 1 })
}

/**
 * `orders-2026-11-23.csv` of `/api/admin/orders`, and `campground-closures-bookings-…` of a list that belongs to something. A range
 * of dates takes the place of the day: `reports-takings-2026-11-01-to-2026-11-30.csv`.
 */
function headersOf({ path }: Route, search: string, now: Date): Record<string, string> {
  const name = path
    .slice('/api/admin/'.length)
    .split('/')
    .filter(segment => !segment.startsWith('{'))
    .join('-')
  const when = rangeOf(search) ?? businessDate(now, 'Asia/Taipei', 0)
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}-${when}.csv"`,
  }
}

/** The range of dates that a query names, where it has one with both ends. */
function rangeOf(search: string): string | undefined {
  const dateOf = (end: RegExp) =>
    Object.entries(parse(search.slice(1)))
      .filter(([name]) => end.test(name))
      .map(([, value]) => /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0])
  const [from, to] = [dateOf(/^from$|From$/), dateOf(/^to$|To$/)]
  return from.length === 1 && to.length === 1 && from[0] && to[0] ? `${from[0]}-to-${to[0]}` : undefined
}
