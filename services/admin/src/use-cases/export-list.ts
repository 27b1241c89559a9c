import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import type { Administrator } from '@campstore/auth/internal-token'
import { isExported, type Page, type Route, type RouteInput } from '@campstore/contract/route'
import { parseJson } from '@campstore/core/parse-json'
import { businessDate } from '@campstore/core/plain-date'
import { type ExportPage, exportedPage } from '@campstore/database/export-page'
import type { Endpoint, RequestContext } from '@campstore/http/endpoint'
import type { ForwardedEndpoint, RawRequest, RawResponse } from '@campstore/http/forwarded'
import { parametersOf } from '@campstore/http/ignored-input'
import { parseQuery } from '@campstore/http/target'
import { validateInput } from '@campstore/http/validation'
import { exportNextHeader } from '@campstore/service/export-pages'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { type CsvTable, csvTable } from '../domain/csv-table.ts'
import { type Forwarding, type OwnedRoute, sendToOwner } from './forward.ts'
import { insertView } from './record-view.ts'

/** Elements of a page of a list that has numbers of pages only: the most that it gives. */
const pageSize = 100

/** One page of a list, and where its owner says that it ends. */
type FoundPage = { items: unknown[]; end: string | undefined }

/** Reads a page by its number and by where the page before has ended; or gets a response that says why there is none. */
type ReadPage = (page: number, after: string) => Promise<FoundPage | { refused: RawResponse }>

type Caller = { administrator: Administrator; context: RequestContext }

/** An endpoint of a list that also returns CSV. Other endpoints do not change. */
export function withCsv<E extends Endpoint | ForwardedEndpoint>(deps: Forwarding, endpoint: E): E {
  const { route } = endpoint
  if (!isExported(route)) return endpoint
  const table = csvTable(route.data)
  return {
    ...endpoint,
    csv: async (request: RawRequest, administrator: Administrator, context: RequestContext) => {
      const caller = { administrator, context }
      const readPage =
        'forward' in endpoint ? ownersPages(deps, endpoint, request, caller) : ownPages(endpoint, request, caller)
      // A list that is refused is answered as JSON; once the first page is there, the head is sent.
      const first = await readPage(0, 'first')
      if ('refused' in first) return first.refused
      const what = { action: 'exportCsv', targetId: null, request: request.path + request.search }
      await insertView(deps, what, administrator, context)
      const body = Readable.from(exportPages(route, table, first, readPage))
      return { status: 200, headers: headersOf(route, request.search, deps.clock()), body }
    },
  }
}

/** Writes page after page, each when the client has taken the one before: none is kept. */
async function* exportPages(
  { shape }: Route,
  { header, rowsOf }: CsvTable,
  first: FoundPage,
  readPage: ReadPage,
): AsyncGenerator<Buffer> {
  yield toCsv([header], true)
  let found = first
  for (let page = 1; ; page += 1) {
    const { items, end } = found
    yield toCsv(items.flatMap(rowsOf), false)
    // Without a place, a page that is not full is the last one.
    if (shape === 'list' || end === 'last' || (end === undefined && items.length < pageSize)) return
    const following = await readPage(page, end ?? 'first')
    if ('refused' in following) throw new Error(`The list was refused at page ${page}`)
    found = following
  }
}

const toCsv = (rows: string[][], bom: boolean): Buffer =>
  Buffer.from(stringify(rows, { bom, record_delimiter: 'windows' }))

/** The pages of a list that another service owns. */
const ownersPages =
  (deps: Forwarding, { route }: ForwardedEndpoint, request: RawRequest, caller: Caller): ReadPage =>
  async (page, exportAfter) => {
    const forwardContext = { ...caller, until: AbortSignal.timeout(deps.timeoutMs), exportAfter }
    const asked = { ...request, search: searchOf(request, page) }
    const result = await sendToOwner(deps, route as OwnedRoute, asked, forwardContext)
    if (!result.response) throw result.error
    if (result.response.status !== 200) return { refused: result.response }
    const { data } = listSchema.parse(parseJson(result.response.body))
    return { items: data, end: result.response.headers[exportNextHeader] }
  }

const listSchema = z.object({ data: z.array(z.unknown()) })

/** The pages of a list of this service. */
const ownPages =
  ({ route, handle }: Endpoint, request: RawRequest, { administrator, context }: Caller): ReadPage =>
  async (page, after) => {
    const query = parseQuery(searchOf(request, page).slice(1))
    const input = { params: request.params, ...validateInput(route, { query, body: undefined }) } as RouteInput<Route>
    const exported: ExportPage = { after }
    const result = await exportedPage.run(exported, () => handle(input, administrator, context))
    return { items: Array.isArray(result) ? result : (result as Page<unknown>).items, end: exported.next }
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

/**
 * `orders-2026-11-23.csv` of `/api/admin/orders`, and `campground-closures-bookings-…` of a list that belongs to something. A range
 * of dates takes the place of the day: `reports-takings-2026-11-01-to-2026-11-30.csv`.
 */
function headersOf(route: Route, search: string, now: Date): Record<string, string> {
  const name = route.path
    .slice('/api/admin/'.length)
    .split('/')
    .filter(segment => !segment.startsWith('{'))
    .join('-')
  const when = rangeOf(route, search) ?? businessDate(now, 'Asia/Taipei', 0)
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}-${when}.csv"`,
  }
}

/** The range of dates that a list is filtered by, where it has one with both ends. */
function rangeOf(route: Route, search: string): string | undefined {
  const known = parametersOf(route)
  const dateOf = (end: RegExp) =>
    Object.entries(parse(search.slice(1)))
      .filter(([name]) => known.has(name) && end.test(name))
      .map(([, value]) => /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0])
  const [from, to] = [dateOf(/^from$|From$/), dateOf(/^to$|To$/)]
  return from.length === 1 && to.length === 1 && from[0] && to[0] ? `${from[0]}-to-${to[0]}` : undefined
}
