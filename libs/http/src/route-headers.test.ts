import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { ApiError } from '@campstore/contract/errors'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import { isPrivate, isRevalidated, type Route, route } from '@campstore/contract/route'
import { pagingFields } from '@campstore/contract/schemas'
import { verbatim } from '@campstore/contract/texts/text'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { ForwardedEndpoint } from './forwarded.ts'
import type { Listening } from './listen.ts'
import { ann, listenFor } from './testing/serve.ts'

const who = { authorization: 'Bearer ann' }

/** Serves endpoints to every caller with a token. */
function start(endpoints: (Endpoint | ForwardedEndpoint)[]): Promise<Listening> {
  const signedIn = (authorization: string | undefined) => {
    if (authorization !== who.authorization) throw new ApiError('UNAUTHORIZED', verbatim('who?'))
  }
  return listenFor({
    endpoints,
    authenticate: {
      member: async authorization => {
        signedIn(authorization)
        return ann
      },
      admin: async (authorization, permissions) => {
        signedIn(authorization)
        return { kind: 'administrator', adminId: 'a', permissions }
      },
    },
    responseCheck: 'off',
  })
}

const answering = (route: Route): Endpoint => ({
  route,
  handle: async () => (route.shape === 'page' ? { items: [], page: 1, size: 2, totalElements: 6 } : []),
})
const failing = (route: Route): Endpoint => ({
  route,
  handle: async () => {
    throw new ApiError('CONFLICT', verbatim('no'))
  },
})

async function headersFrom(url: string, { method, path, body }: Route, headers: Record<string, string> = who) {
  const address = url + path.replaceAll(/\{\w+\}/g, '1')
  const type = body ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(address, { method, body: body ? '{}' : undefined, headers: { ...headers, ...type } })
  return { status: answer.status, headers: answer.headers }
}

/** The headers of an endpoint that has a server of its own. */
async function headersOf(endpoint: Endpoint | ForwardedEndpoint, headers?: Record<string, string>) {
  const { url, stop } = await start([endpoint])
  onTestFinished(() => stop(0))
  return headersFrom(url, endpoint.route, headers)
}

const routes: Route[] = [
  ...Object.values({ ...bookingRoutes, ...productRoutes, ...storeCheckoutRoutes, ...memberRoutes }),
  ...Object.values(adminRoutes),
]
const nameOf = ({ method, path }: Route) => `${method} ${path}`
/** Without validation: these tests are about the headers. */
const lenient = (declared: Route): Route => ({
  ...declared,
  params: undefined,
  query: undefined,
  body: undefined,
  bodyTypes: undefined,
  bulkData: undefined,
  activeCustomerOnly: false,
})

/** Servers of all routes, each of which answers all of them in one way. */
let [answered, refused, declaredOnly]: Listening[] = []
beforeAll(async () => {
  const all = routes.map(lenient)
  answered = await start(all.map(answering))
  refused = await start(all.map(failing))
  declaredOnly = await start(routes.map(answering))
})
afterAll(() => Promise.all([answered, refused, declaredOnly].map(server => server?.stop(0))))
const urlOf = (server: Listening | undefined) => server?.url ?? expect.fail('was not started')

const mine = routes.filter(isPrivate).map(declared => [nameOf(declared), declared] as const)

test.each(mine)('%s: no cache stores what is for the caller alone: cache-control no-store', async (_, declared) => {
  const success = await headersFrom(urlOf(answered), lenient(declared))
  const refusal = await headersFrom(urlOf(refused), lenient(declared))
  expect([success.status, refusal.status]).toEqual([declared.successStatus ?? 200, 409])
  for (const { headers } of [success, refusal, await headersFrom(urlOf(declaredOnly), declared, {})]) {
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect([success.headers.has('etag'), refusal.headers.has('etag')]).toEqual([isRevalidated(declared), false])
})

test('a list that is one page by itself has no links to others (docs/contract/conventions.md#paging)', async () => {
  const { headers } = await headersOf(answering(bookingRoutes.listCampgrounds))
  expect(headers.has('link')).toBe(false)
})

describe('a deprecated route (docs/contract/conventions.md#deprecated-endpoints)', () => {
  const deprecated = { since: '2027-01-31', sunset: '2027-07-31T12:00:00Z', link: 'https://shop.example/changes' }
  const declared = { name: 'things', summary: 'Things', method: 'GET', path: '/api/admin/things', errors: [] } as const
  const page = { query: z.object(pagingFields), shape: 'page', data: z.string() } as const
  const things = route({ ...declared, access: 'admin', deprecated, ...page })
  const link = '<https://shop.example/changes>; rel="deprecation"'
  const announced = { deprecation: '@1801353600', sunset: 'Sat, 31 Jul 2027 12:00:00 GMT' }
  const seen = (headers: Headers) => ({ deprecation: headers.get('deprecation'), sunset: headers.get('sunset') })

  test('says since when, until when, and where to read on, beside the links of a page', async () => {
    const { headers } = await headersOf(answering({ ...things, access: 'member' }))
    expect(seen(headers)).toEqual(announced)
    expect(headers.get('link')).toMatch(
      /^<https:\/\/shop\.example\/changes>; rel="deprecation", <\?page=0&size=2>; rel="first", /,
    )
  })

  test('says so in errors too', async () => {
    const { status, headers } = await headersOf(failing({ ...things, access: 'member' }), {})
    expect([status, seen(headers), headers.get('link')]).toEqual([401, announced, link])
  })
})
