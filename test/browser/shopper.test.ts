import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { freePort } from '@campstore/local-servers/ports'
import type { Page } from '@campstore/testing/browser'
import { openCampground } from '@campstore/testing/campground'
import { startHttpServer } from '@campstore/testing/http-server'
import { createIdentity } from '@campstore/testing/identity'
import { startServiceProcess } from '@campstore/testing/processes'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { checkoutPath, noReturnUrl } from '../../tools/payment-simulator/address.ts'
import { bundled } from '../system/bundle.ts'
import { stayAt } from '../system/campground.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { openStore, orderFor } from '../system/store.ts'
import { startSystem } from '../system/system.ts'
import { bestPractices, type Look, looks, useBrowser, violations } from './browser-page.ts'

// What a shopper does in a browser. The JavaScript of the guides runs as it is, in a page of another origin: a member signs in
// with Firebase's SDK, calls the API, and posts a payment form, which leads to the payment simulator.
const port = await freePort()
const system = useFixture(() =>
  startSystem({
    services: ['booking', 'checkout', 'me'],
    inProcess: true,
    processes: 1,
    paymentPage: `http://127.0.0.1:${port}${checkoutPath}`,
    gateway: { CORS_ORIGINS: 'loopback' },
  }),
)
const simulator = useFixture(() => {
  const secrets = { RABBITMQ_URL: system.rabbitmqUrl, PAYMENT_SIGNING_SECRET: paymentSecret }
  const environment = { ...ecpayTestShop, ...secrets, ECPAY_RETURN_URL: noReturnUrl, PORT: String(port) }
  return startServiceProcess('tools/payment-simulator/main.ts', environment, { readyPath: '/health' })
})
// A real address: Chromium lets only such a page call this machine.
const site = useFixture(() =>
  startHttpServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>')),
)
const browser = useBrowser()

/** Runs a module in the page until it has assigned `window.results`. */
async function run(page: Page, code: string): Promise<void> {
  await page.addScriptTag({ type: 'module', content: code })
  await page.waitForFunction('window.results')
}

/** A page in which the snippets of the first guide have run. */
async function signedInPage({ width, colorScheme }: Look) {
  const { page, problems } = await browser.openPage({ viewport: { width, height: 800 }, colorScheme })
  await page.goto(siteUrl())
  await runFirstSnippets(page)
  const post = <T>(path: string, body: object) =>
    page.evaluate<{ success: boolean; data: T }>(
      `call('${path}', { method: 'POST', body: '${JSON.stringify(body)}' }).then(response => response.json())`,
    )
  return { page, problems, post }
}

const siteUrl = () => `${site.url}/`

/** Signs in, and leaves `call` for other snippets. */
async function runFirstSnippets(page: Page): Promise<void> {
  const snippets = adapted(codeOf('docs/guides/getting-started.md', 'js').join('\n'), {
    'http://127.0.0.1:8080': system.url,
    '127.0.0.1:9099': testServers().identityHost,
  })
  await run(page, await bundled(`${snippets}\nObject.assign(window, { call, results: { data, meta, bookings } })`))
}

test('getting-started.md: reads the campgrounds, signs in with the SDK, and calls the API as the member', async () => {
  const campground = await openCampground(system.owner, { zones: [1] })
  const { page, problems, post } = await signedInPage({ width: 1280, colorScheme: 'light' })
  expect(await page.evaluate('results')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: campground.id })]),
    meta: { page: 0 },
    bookings: { success: true, data: [] },
  })
  expect(await post('/api/booking/checkout/sessions', stayAt(campground))).toMatchObject({ success: true })
  expect(problems).toEqual([])
  await page.close()
})

/** The page meets WCAG AA, and fits the screen. */
async function expectSound(page: Page, { width }: Look): Promise<void> {
  expect(await violations(page, bestPractices)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
}

/** A page of the payment simulator, to which the form of a new order has led as the guide posts it. */
async function paymentPage(look: Look) {
  const { page, problems, post } = await signedInPage(look)
  const { variantIds } = await openStore(system.owner, [1])
  const { orderId } = (await post<{ orderId: string }>('/api/checkout/sessions', orderFor(variantIds))).data
  const [form] = codeOf('docs/guides/store-checkout.md', 'js')
  await page.evaluate(`window.orderId = '${orderId}'`)
  await page.addScriptTag({ type: 'module', content: form })
  await page.getByRole('heading', { name: 'Pay an order' }).waitFor()
  const status = async () => {
    const sql = 'select payment_status as status from checkout.store_order where id = $1'
    return (await system.owner.query<{ status: string }>(sql, [orderId])).rows[0]?.status
  }
  return { page, problems, status }
}

test.each(looks)(
  '%s, store-checkout.md: posts the payment form; a payment fails, and the next one pays',
  async (_, look) => {
    const { page, problems, status } = await paymentPage(look)
    await expectSound(page, look)
    await page.getByRole('button', { name: 'Let the payment fail' }).click()
    await page.getByRole('heading', { name: 'The payment has failed' }).waitFor()
    await expectSound(page, look)
    await page.getByRole('button', { name: 'Pay TWD' }).click()
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await expect.poll(status).toBe('paid')
    expect(problems).toEqual([])
    await page.close()
  },
)

/** The payment page of a new booking, to which the shop has led as the guide does it. */
async function bookingPage(look: Look) {
  const { page, problems, post } = await signedInPage(look)
  const campground = await openCampground(system.owner, { zones: [1] })
  const { data } = await post<{ bookingId: string }>('/api/booking/checkout/sessions', stayAt(campground))
  const [link = '', wait = ''] = codeOf('docs/guides/booking-payment.md', 'js')
  await page.evaluate(`window.data = ${JSON.stringify(data)}`)
  const ours = adapted(link, { 'http://127.0.0.1:8086': simulator.url })
  await page.addScriptTag({ type: 'module', content: ours })
  await page.getByRole('heading', { name: 'Pay a booking' }).waitFor()
  return { page, problems, id: data.bookingId, wait }
}

test.each(looks)(
  '%s, booking-payment.md: a booking is paid on its page; the member returns, and the session is completed',
  async (_, look) => {
    const { page, problems, id, wait } = await bookingPage(look)
    await page.getByText('Held until').waitFor()
    await expectSound(page, look)
    await page.getByRole('button', { name: 'Pay TWD' }).click()
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await expectSound(page, look)
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(siteUrl())
    await runFirstSnippets(page)
    await page.addScriptTag({ content: wait })
    expect(await page.evaluate(`stepAfterPayment('${id}')`)).toBe('completed')
    await page.goto(`${simulator.url}/bookings/${id}`)
    await expect.poll(() => page.reload().then(() => page.getByRole('heading', { name: 'is paid' }).count())).toBe(1)
    expect(problems).toEqual([])
    await page.close()
  },
)

/** Of libs/client. */
const program = `
import { booking, createClientOf } from '@campstore/client'

window.results = async ({ url, token, stay }) => {
  const campstore = createClientOf({ booking }, { url, token: () => token })
  const { bookingId } = await campstore.booking.startCheckout(stay)
  const { data: listed } = await campstore.booking.listBookings({ page: 0, size: 1 })
  const left = new AbortController()
  const call = campstore.booking.listCampgrounds({}, { signal: left.signal })
  left.abort('left')
  return { isListed: listed[0].bookingId === bookingId, reason: await call.catch(error => error) }
}`

// Safari before 17 and Chrome before 113 lack the first, Safari before 17.4 and Chrome before 116 the second.
const removals = 'delete URLSearchParams.prototype.size; delete AbortSignal.any'

test('libs/client: in a Chromium of 2022, books, lists, and ends an aborted call', async () => {
  const { page } = await browser.openPage()
  await page.addInitScript(removals)
  await page.goto(siteUrl())
  await page.addScriptTag({ type: 'module', content: await bundled(program) })
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [1] }), createIdentity()])
  const given = JSON.stringify({ url: system.url, token, stay: stayAt(campground) })
  await page.waitForFunction('window.results')
  expect(await page.evaluate(`results(${given})`)).toEqual({ isListed: true, reason: 'left' })
  await page.close()
})
