import { expect, expectTypeOf, test, vi } from 'vitest'
import {
  admin,
  booking as bookingArea,
  CampstoreError,
  createClient,
  createClientOf,
  type Page,
  type Schemas,
} from './client.ts'
import * as operations from './generated/operations.ts'
import { answersOf, refusal, success } from './testing/answers.ts'

const url = 'https://api.campstore.test/'
const stay = { campgroundId: 'c', checkIn: '2027-01-10', checkOut: '2027-01-12', guestCount: 2 }
const booking = { ...stay, zones: [{ zoneId: 'z', quantity: 1 }], paymentMethod: 'gateway-credit' as const }

test('has a method for each operation of the table', () => {
  const client: Record<string, object> = createClient({ url })
  for (const [area, named] of Object.entries(operations)) {
    expect(Object.keys(client[area] ?? {})).toEqual(Object.keys(named))
  }
})

test('has the methods of the areas that it is created of, and no others', () => {
  const client = createClientOf({ booking: bookingArea, admin }, { url })
  expect(Object.keys(client)).toEqual(['booking', 'admin'])
  expect(client.admin.listAdminOrders).toHaveProperty('csv')
  // @ts-expect-error it was not created of this area
  expect(client.products).toBeUndefined()
})

test.each(['127.0.0.1:8080', 'localhost:8080', 'api.example.com', '/api', '', 'ftp://api.example.com'])(
  'is not created for "%s", which is no address of a server',
  address => {
    const message = `url must be absolute, such as https://api.example.com, not "${address}".`
    expect(() => createClient({ url: address })).toThrow(new TypeError(message))
  },
)

test('puts fields into path, query and body, and returns the data', async () => {
  const gone = () => new Response(null, { status: 204 })
  const answers = [success({ id: 'a/b' }), success([]), success({ id: 7 }), gone(), gone()]
  const { fetch, requests } = answersOf(...answers)
  const campstore = createClient({ url, fetch })
  expect(await campstore.booking.getCampground({ id: 'a/b' })).toEqual({ id: 'a/b' })
  const status = ['pending' as const, 'confirmed' as const]
  await campstore.admin.listAdminBookings({ status, q: 'Lin & Co', hasRental: true, region: undefined })
  expect(await campstore.admin.changeClosure({ id: '7', reason: 'Path repairs' })).toEqual({ id: 7 })
  expect(await campstore.admin.removeClosure({ id: '7' })).toBeUndefined()
  expect(await campstore.admin.undoReturn({ id: '7', returnId: '8', reason: 'Another order' })).toBeUndefined()
  expect(requests.map(({ line, body }) => [line, body])).toEqual([
    ['GET /api/booking/campgrounds/a%2Fb', undefined],
    ['GET /api/admin/bookings?status=pending&status=confirmed&q=Lin+%26+Co&hasRental=true', undefined],
    ['PATCH /api/admin/campground-closures/7', { reason: 'Path repairs' }],
    ['DELETE /api/admin/campground-closures/7', undefined],
    ['DELETE /api/admin/orders/7/returns/8', { reason: 'Another order' }],
  ])
})

test('sends a file as it is, with its type', async () => {
  const sent: Request[] = []
  const fetch = async (...request: Parameters<typeof globalThis.fetch>) => {
    sent.push(new Request(...request))
    return success({ path: '/x.png' })
  }
  const campstore = createClient({ url, fetch })
  const file = new Blob(['picture'], { type: 'image/png' })
  expect(await campstore.admin.uploadImage({ file })).toEqual({ path: '/x.png' })
  expect(sent.map(({ method, headers }) => [method, headers.get('content-type')])).toEqual([['POST', 'image/png']])
  expect(await sent[0]?.text()).toBe('picture')
  await expect(campstore.admin.uploadImage({ file: 'picture' as unknown as Blob })).rejects.toThrow(TypeError)
})

test.each(['', '.', '..'])('refuses the id "%s", which would lead to another path', async id => {
  const { fetch, requests } = answersOf()
  const call = createClient({ url, fetch }).products.getProduct({ id })
  await expect(call).rejects.toThrow(new TypeError(`id must be an id, not "${id}".`))
  expect(requests).toEqual([])
})

test('sends the token where one is needed only', async () => {
  const { fetch, requests } = answersOf(success([]), success([]), success([]))
  const token = vi.fn(async () => 'abc')
  const campstore = createClient({ url, fetch, token })
  await campstore.booking.listCampgrounds()
  await campstore.booking.listBookings()
  await createClient({ url, fetch }).booking.listBookings()
  expect(requests.map(({ authorization }) => authorization)).toEqual([null, 'Bearer abc', null])
  expect(token.mock.calls).toEqual([[false]])
})

test('asks for a new token when the one it has is refused, once', async () => {
  const expired = () => refusal(401, 'UNAUTHORIZED')
  const { fetch, requests } = answersOf(expired(), success({ id: 'm' }), expired(), expired(), expired())
  const token = (renew: boolean) => (renew ? 'new' : 'old')
  const campstore = createClient({ url, fetch, token })
  expect(await campstore.admin.createMovement(movement)).toEqual({ id: 'm' })
  expect(requests.map(({ authorization, body }) => [authorization, body])).toEqual([
    ['Bearer old', movement],
    ['Bearer new', movement],
  ])
  await expect(campstore.booking.listBookings()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(requests).toHaveLength(4)
  const same = createClient({ url, fetch, token: () => 'old' })
  await expect(same.booking.listBookings()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(requests, 'the same token is not sent twice').toHaveLength(5)
})

const movement = { variantId: 'v', locationId: 'l', quantityDelta: 1, reason: 'delivered' }

test('rejects a refusal with what the answer says', async () => {
  const details = [{ path: 'zones.0', message: '1 site is left on 2027-01-10' }]
  const error = { code: 'ZONE_UNAVAILABLE', message: 'Shore has 1 site left.', details }
  const headers = { 'x-request-id': 'r-1', 'retry-after': '7' }
  const { fetch } = answersOf(Response.json({ success: false, error }, { status: 409, headers }))
  const caught = await createClient({ url, fetch })
    .booking.startCheckout({ ...booking, idempotencyKey: 'k' })
    .catch((reason: unknown) => reason)
  expect(caught).toBeInstanceOf(CampstoreError)
  expect({ ...(caught as CampstoreError), message: (caught as CampstoreError).message }).toEqual({
    name: 'CampstoreError',
    operation: 'startCheckout',
    status: 409,
    requestId: 'r-1',
    retryAfter: 7,
    idempotencyKey: 'k',
    ...error,
  })
})

test.each([
  ['a page of a proxy', new Response('<html>', { status: 404 }), 404],
  ['a success that is not JSON', new Response('<html>'), 200],
  ['a success without data', Response.json({ ok: true }), 200],
])('%s is an INVALID_RESPONSE', async (_, response, status) => {
  const { fetch } = answersOf(response)
  await expect(createClient({ url, fetch }).products.getProduct({ id: 'p' })).rejects.toMatchObject({
    code: 'INVALID_RESPONSE',
    status,
    message: `getProduct got a response with status ${status} that is not from the API.`,
  })
})

test('returns a page with its meta, and all elements page after page', async () => {
  const meta = (page: number, size: number) => ({ meta: { page, size, totalElements: 3, totalPages: 2 } })
  const { fetch, requests } = answersOf(
    success([{ id: 'a' }], meta(1, 1)),
    success([{ id: 'a' }, { id: 'b' }], meta(0, 2)),
    success([{ id: 'c' }], meta(1, 2)),
    success([{ id: 'a' }], meta(0, 100)),
  )
  const { products } = createClient({ url, fetch })
  expect(await products.listProducts({ page: 1, size: 1 })).toEqual({ data: [{ id: 'a' }], ...meta(1, 1) })
  const found: string[] = []
  for await (const { id } of products.listProducts.all({ minPrice: 1000, size: 2 })) found.push(id)
  expect(found).toEqual(['a', 'b', 'c'])
  for await (const _ of products.listProducts.all()) break
  expect(requests.map(({ line }) => line)).toEqual([
    'GET /api/products?page=1&size=1',
    'GET /api/products?size=2&minPrice=1000&page=0',
    'GET /api/products?size=2&minPrice=1000&page=1',
    'GET /api/products?size=100&page=0',
  ])
})

test('warns of each parameter that the API does not know', async () => {
  const answer = () => success([], {}, { 'x-ignored-parameters': 'kind, colour' })
  const { fetch } = answersOf(answer(), answer(), answer())
  const consoleWarn = vi.spyOn(console, 'warn').mockReturnValue()
  const campstore = createClient({ url, fetch })
  await campstore.products.listProducts()
  await campstore.products.listProducts()
  const known = ['kind', 'colour'].map(name => `listProducts does not know the parameter "${name}".`)
  expect(consoleWarn.mock.calls).toEqual(known.map(sentence => [`campstore: ${sentence}`]))
  const onWarning = vi.fn()
  await createClient({ url, fetch, onWarning }).products.listProducts()
  expect(onWarning.mock.calls).toEqual(known.map(sentence => [sentence]))
})

test('asks for the refusal of unknown fields except in production builds, and where nothing says which it is', async () => {
  const { fetch, requests } = answersOf(...Array.from({ length: 6 }, () => success({})))
  const start = (strict?: boolean) => createClient({ url, fetch, ...(strict !== undefined && { strict }) })
  const send = async (client = start()) => {
    await client.booking.startCheckout(booking)
    return requests.at(-1)?.prefer
  }
  expect(await send()).toBe('handling=strict')
  expect(await send(start(false))).toBeNull()
  vi.stubEnv('NODE_ENV', 'production')
  expect(await send()).toBeNull()
  expect(await send(start(true))).toBe('handling=strict')
  vi.stubGlobal('process', undefined)
  const inBrowser = start()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  expect(await send(inBrowser)).toBeNull()
  await start().booking.getCampground({ id: 'a' })
  expect(requests.at(-1)?.prefer, 'a simple request of a page needs no preflight').toBeNull()
})

test('a caller without TypeScript gets what it asked for, as one with TypeScript may not ask', async () => {
  const { fetch, requests } = answersOf(success({ id: 'b' }), success([]))
  const campstore = createClient({ url, fetch })
  // @ts-expect-error an id is missing
  await expect(campstore.booking.getCampground()).rejects.toThrow(TypeError)
  // @ts-expect-error the payment method is unknown
  const session = await campstore.booking.startCheckout({ ...booking, paymentMethod: 'cash' })
  // @ts-expect-error the filter is unknown
  const page = await campstore.products.listProducts({ kind: 'tents' })
  expect(campstore.booking.listCampgrounds, 'this list has one page').not.toHaveProperty('all')
  expectTypeOf(campstore.booking.listCampgrounds).not.toHaveProperty('all')
  expectTypeOf(session).toExtend<Schemas['BookingCheckoutSession'] & { idempotencyKey: string }>()
  expectTypeOf(campstore.booking.getCheckout).returns.resolves.toEqualTypeOf<Schemas['BookingCheckoutSession']>()
  expectTypeOf(page).toEqualTypeOf<Page<Schemas['Product']>>()
  expectTypeOf(campstore.admin.removeClosure).returns.resolves.toEqualTypeOf<undefined>()
  expect(requests.at(-1)?.line).toBe('GET /api/products?kind=tents')
})
