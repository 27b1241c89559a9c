import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { freePort } from '@campstore/local-servers/ports'
import { type Browser, openBrowser, type Page } from '@campstore/testing/browser'
import { openCampground } from '@campstore/testing/campground'
import { type ServiceProcess, startServiceProcess } from '@campstore/testing/processes'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { longestWaitMs } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutPath } from '../../tools/payment-simulator/address.ts'
import { bestPractices, looks, picture, violations } from '../system/browser-page.ts'
import { bundled } from '../system/bundle.ts'
import { stayAt } from '../system/campground.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// What a shopper does in a browser. The JavaScript of the guides runs as it is, in a page of another origin: a member signs in
// with Firebase's SDK, calls the API, and posts a payment form, which leads to the payment simulator.
let system: System
let simulator: ServiceProcess
let browser: Browser
let site: Server
beforeAll(async () => {
  const port = await freePort()
  system = await startSystem({
    services: ['booking', 'checkout', 'me'],
    processes: 1,
    paymentPage: `http://127.0.0.1:${port}${checkoutPath}`,
    gateway: { CORS_ORIGINS: 'loopback' },
  })
  const secrets = { RABBITMQ_URL: system.rabbitmqUrl, PAYMENT_SIGNING_SECRET: paymentSecret }
  const environment = { ...ecpayTestShop, ...secrets, PORT: String(port) }
  simulator = await startServiceProcess('tools/payment-simulator/main.ts', environment, { readyPath: '/health' })
  // A real address: Chromium lets only such a page call this machine.
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await simulator?.stop()
  await system?.stop()
})

/** Runs a module in the page, until what it assigns to `window.results` is there. */
async function run(page: Page, code: string): Promise<void> {
  await page.addScriptTag({ type: 'module', content: code })
  await page.waitForFunction('window.results')
}

/** A page in which the snippets of the first guide have run. */
async function signedInPage(look: { width: number; colorScheme?: 'light' | 'dark' } = { width: 1280 }) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.colorScheme,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const snippets = adapted(codeOf('docs/guides/getting-started.md', 'js').join('\n'), {
    'http://127.0.0.1:8080': system.url,
    '127.0.0.1:9099': testServers().identityHost,
  })
  await run(page, await bundled(`${snippets}\nObject.assign(window, { call, results: { data, meta, bookings } })`))
  const post = (path: string, body: object) =>
    page.evaluate<{ success: boolean; data: { orderId: string } }>(
      `call('${path}', { method: 'POST', body: '${JSON.stringify(body)}' }).then(response => response.json())`,
    )
  return { page, problems, post }
}

test('getting-started.md: reads the campgrounds, signs in with the SDK, and calls the API as the member', async () => {
  const campground = await openCampground(system.owner, { zones: [1] })
  const { page, problems, post } = await signedInPage()
  expect(await page.evaluate('results')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: campground.id })]),
    meta: { page: 0 },
    bookings: { success: true, data: [] },
  })
  expect(await post('/api/booking/checkout/sessions', stayAt(campground))).toMatchObject({ success: true })
  expect(problems).toEqual([])
  await page.close()
})

/** A page of the payment simulator, to which the form of a new order has led as the guide posts it. */
async function paymentPage(look?: Parameters<typeof signedInPage>[0]) {
  const { page, problems, post } = await signedInPage(look)
  const { variantIds } = await openStore(system.owner, [1])
  const { orderId } = (await post('/api/checkout/sessions', orderFor(variantIds))).data
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

test('store-checkout.md: posts the payment form; a payment fails, and the next one pays the order', async () => {
  const { page, problems, status } = await paymentPage()
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await page.getByRole('heading', { name: 'The payment has failed' }).waitFor()
  await page.getByRole('button', { name: 'Choose again' }).click()
  await page.getByRole('button', { name: 'Pay TWD' }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await expect.poll(status).toBe('paid')
  expect(problems).toEqual([])
  await page.close()
})

test.each(looks)('the pages of the payment meet WCAG AA and fit the screen: %s', async (name, look) => {
  const { page } = await paymentPage(look)
  const isSound = async (step: string) => {
    await picture(page, `${name}-${step}`)
    expect(await violations(page, bestPractices)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width)
  }
  await isSound('pay')
  await page.getByLabel('Pay at a later time').selectOption({ label: 'in 2 minutes' })
  await page.getByRole('button', { name: 'Pay later' }).click()
  await page.getByRole('heading', { name: 'The payment will be made later' }).waitFor()
  await page.getByText('The notification', { exact: true }).click()
  await isSound('later')
  await page.close()
})
