import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import type { Route } from '@campstore/contract/route'
import { damagedGzip } from '@campstore/testing/damaged-gzip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { administration } from './admin-shop.ts'
import { goodCredentials } from './credentials.ts'
import { type Answer, type Request, send } from './send.ts'
import { openShop, type Shop } from './shop.ts'

// What no text may be is tried in every place for text that the declarations have; nothing here lists routes or fields.
const routes: Route[] = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, adminRoutes].flatMap(group =>
  Object.values<Route>(group),
)
const noText = { NUL: '\0', 'half a surrogate pair': '\ud800' }
const noTextInUrls = { NUL: '%00', 'half a surrogate pair': '%ED%A0%80', 'no UTF-8': '%FF' }

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Every place of a schema where a text can stand, as the path to it: `zones.0.zoneId`. */
function textPlaces(schema: JsonSchema, path: readonly string[] = []): string[][] {
  const inside = (part: unknown, ...more: string[]) => textPlaces(part as JsonSchema, [...path, ...more])
  const choices = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...(schema.type === 'string' ? [[...path]] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inside(part, name)),
    ...(schema.items ? inside(schema.items, '0') : []),
    ...choices.flatMap(part => inside(part)),
  ]
}

const placesIn = (schema: z.ZodType | undefined): string[][] => {
  const found = schema ? textPlaces(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : []
  return [...new Map(found.map(place => [place.join('.'), place])).values()]
}

/** A value with a text at this place, and nothing else. */
const bodyWith = ([step, ...rest]: readonly string[], text: string): unknown => {
  if (step === undefined) return text
  const inside = bodyWith(rest, text)
  return step === '0' ? [inside] : { [step]: inside }
}

let shop: Shop
let before: Record<string, string>
beforeAll(async () => {
  shop = await openShop(administration)
  before = await shop.everythingStored()
})
afterAll(() => shop.stop())

/** Sends a request to the service itself, as one who may ask. */
async function ask(route: Route, request: Omit<Request, 'method' | 'path'> & { path?: string }): Promise<Answer> {
  const { access, method } = route
  const who = access === 'admin' ? goodCredentials.admin : goodCredentials.member
  const authorization = access === 'public' ? undefined : await who(shop.issuer)
  const path = request.path ?? pathOf(route)
  const url = shop.services[path.split(/[/?]/)[2] ?? ''] ?? ''
  return send(url, { ...request, method, path }, authorization)
}

/** The path of something that the caller may see. */
const pathOf = ({ path }: Route): string =>
  path.replace(
    /\{(\w+)\}/,
    (_, name) => ({ orderId: shop.ids.order, bookingId: shop.ids.booking })[String(name)] ?? 'x',
  )

const detailsSchema = z.object({
  error: z.object({ code: z.string(), details: z.array(z.object({ path: z.string() })) }),
})

function expectRefusedAt(answer: Answer, places: readonly string[]): void {
  expect(`${answer.status} ${answer.text}`).toContain('400 {"success":false,"error":{"code":"VALIDATION_ERROR"')
  const { error } = detailsSchema.parse(JSON.parse(answer.text))
  expect(error.details.map(({ path }) => path).filter(path => places.includes(path))).not.toEqual([])
}

describe('what is no text is refused wherever a declaration has a text, and nothing is written', () => {
  const bodies = routes.flatMap(route =>
    placesIn(route.body).map(place => [route.name, place.join('.'), route, place] as const),
  )
  const queries = routes.flatMap(route =>
    placesIn(route.query).map(([name = '']) => [route.name, name, route] as const),
  )
  const paths = routes.filter(({ path }) => path.includes('{')).map(route => [route.name, route] as const)

  test('the declarations have been found', () => {
    expect(bodies.map(([name, place]) => `${name} ${place}`)).toEqual(
      expect.arrayContaining([
        'startCheckout zones.0.zoneId',
        'startStoreCheckout shipping.address',
        'createUser email',
      ]),
    )
    expect(queries.map(([name, place]) => `${name} ${place}`)).toEqual(
      expect.arrayContaining(['listProducts category', 'listCustomers tagId', 'listClosures from']),
    )
    expect(paths.length).toBeGreaterThan(20)
  })

  test.each(bodies)('body of %s, %s: VALIDATION_ERROR', async (_, name, route, place) => {
    for (const text of Object.values(noText)) {
      expectRefusedAt(await ask(route, { body: bodyWith(place, text) as object, headers: json }), [name])
    }
  })

  test.each(queries)('query of %s, %s: VALIDATION_ERROR', async (_, name, route) => {
    for (const text of Object.values(noTextInUrls)) {
      expectRefusedAt(await ask(route, { path: `${pathOf(route)}?${name}=${text}` }), [name, `${name}.0`, ''])
    }
  })

  test.each(paths)('path of %s: NOT_FOUND', async (_, route) => {
    for (const text of Object.values(noTextInUrls)) {
      const body = route.body ? { body: {}, headers: json } : {}
      const answer = await ask(route, { ...body, path: route.path.replace(/\{\w+\}/, text) })
      expect(`${answer.status} ${answer.text}`).toContain('404 {"success":false,"error":{"code":"NOT_FOUND"')
    }
  })

  afterAll(async () => expect(await shop.everythingStored()).toEqual(before))
})

const json = { 'content-type': 'application/json' }

describe('a gzip body that inflates past the limit and is damaged after it', () => {
  const withBodies = routes.filter(({ method }) => method !== 'GET').map(route => [route.name, route] as const)

  test.each(withBodies)('%s: UNSUPPORTED_MEDIA_TYPE, and the service lives on', async (_, route) => {
    const answer = await ask(route, { body: damagedGzip(), headers: { ...json, 'content-encoding': 'gzip' } })
    expect(`${answer.status} ${answer.text}`).toContain('415 {"success":false,"error":{"code":"UNSUPPORTED_MEDIA_TYPE"')
  })

  test('every service answers after all of them', async () => {
    for (const url of Object.values(shop.services)) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
})
