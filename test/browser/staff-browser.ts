import { join } from 'node:path'
import { demoAccounts, demoPassword, signIn } from '@campstore/local-servers/identity'
import { type Browser, type BrowserContext, openBrowser, type Page } from '@campstore/testing/browser'
import { createTestDatabase, withLongLimits } from '@campstore/testing/databases'
import { paymentFor } from '@campstore/testing/payments'
import { serviceNames } from '@campstore/testing/processes'
import { testServers } from '@campstore/testing/servers'
import { useFixture } from '@campstore/testing/use-fixture'
import { longestWaitMs, until } from '@campstore/testing/waiting'
import { onTestFinished, test } from 'vitest'
import { buildConsole } from '../../tools/build-console.ts'
import { projectDirectory } from '../../tools/command.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { readOperations } from '../bad-requests/operations.ts'
import { type Client, clientOf } from '../system/client.ts'
import { type System, startSystem } from '../system/system.ts'
import { problemsOf } from './browser-page.ts'

/** The demonstration's campgrounds, shop and weeks of activity around today, with the console at /staff; and its administrator. */
async function startConsole(prepare: (admin: Client) => Promise<unknown>) {
  await buildConsole()
  const database = await createTestDatabase()
  for (const folder of ['demo', 'activity'])
    await importDirectory({ directory: join(projectDirectory, 'data', folder), adminUrl: database.adminUrl })
  const system = await startSystem({
    services: serviceNames,
    processes: 1,
    inProcess: true,
    database: { ...database, urlFor: service => withLongLimits(database.urlFor(service)) },
    gateway: { FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost },
  })
  const idToken = await signIn(testServers().identityHost, demoAccounts[2])
  const admin = clientOf(system.url, idToken)
  await admin.post('/api/admin/auth/firebase/session', { idToken })
  await useTradeNumberAgain(system, admin)
  await prepare(admin)
  const browser = await openBrowser()
  const stop = async () => {
    await browser.close()
    await system.stop()
  }
  return { browser, url: system.url, admin, stop }
}

/**
 * The console for the tests of a file.
 *
 * @param prepare adds the records that they need
 */
export function useConsole(prepare: (admin: Client) => Promise<unknown> = async () => {}) {
  const started = useFixture(() => startConsole(prepare))
  const browsers = new Map<string, StaffBrowser>()
  /**
   * The browser of a person, who stays signed in from one test to the next, with what the browser has cached. Each test begins with an
   * empty page, which is the same one unless a test has failed or closed it. A test that adds a script to the page closes it.
   */
  const enter = async (person = 'admin'): Promise<StaffBrowser> => {
    const { browser, url } = started
    let staff = browsers.get(person) ?? (await openSignedIn(browser, url, `${person}@campstore.test`))
    if (staff.page.isClosed()) staff = await openPage(staff.page.context(), url)
    browsers.set(person, staff)
    const { page, clear } = staff
    onTestFinished(({ task }) => (task.result?.state === 'fail' ? page.close() : clear()))
    return staff
  }
  /** A test in an empty page of an administrator. */
  const asAdmin = (name: string, run: (staff: StaffBrowser) => Promise<void>) =>
    test(name, async () => run(await enter()))
  return { admin: () => started.admin, enter, asAdmin }
}

/** A payment of the booking that a tour opens, with the trade number of another payment: staff have to decide what it is. */
async function useTradeNumberAgain({ payments }: System, admin: Client): Promise<void> {
  const first = async (list: string) =>
    ((await admin.get(`/api/admin/${list}&size=1`)).data as Record<string, string>[])[0]
  const { bookingId: id = '' } = (await first('bookings?status=pending&paymentStatus=paid')) ?? {}
  const { providerTradeNo = '' } = (await first('payments?outcome=applied&targetKind=order')) ?? {}
  await payments.publish({ ...paymentFor({ kind: 'booking', id }, '1200.00', new Date()), providerTradeNo })
  await until(async () => (await first(`payments?reason=trade_number_used&targetId=${id}`)) !== undefined)
}

/** A browser in which somebody works with the console. */
export type StaffBrowser = Awaited<ReturnType<typeof openPage>>

const patterns = readOperations().map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))
const isDeclared = (method: string, path: string): boolean =>
  patterns.some(operation => operation.method === method && operation.path.test(path))

/** The placeholders of data that are being read. */
const loading = '.loading, .progress, .today-tile-wait'
const nextFrame = 'new Promise(done => requestAnimationFrame(() => setTimeout(done)))'

/** The least width at which tables have all of their columns. */
const desktop = { width: 1440, height: 900 }

/** A browser in which an account of the identity emulator has signed in at the console. */
async function openSignedIn(browser: Browser, url: string, email: string): Promise<StaffBrowser> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', locale: 'en' })
  context.setDefaultTimeout(longestWaitMs)
  const staff = await openPage(context, url)
  const { page, clear } = staff
  await page.goto(`${url}/staff`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
  await clear()
  return staff
}

/** Lists show five rows, because a place with more cells takes longer. In the page: an interception would also keep it from its cache. */
const showFewRows = `{
  const { fetch } = window
  window.fetch = (request, ...options) =>
    fetch(request.method === 'GET' ? new Request(request.url.replace(/size=20\\b/, 'size=5'), request) : request, ...options)
}`

/** A script for a page: timers of a second or longer take a tenth of their time. */
export const waitLess = `for (const name of ['setTimeout', 'setInterval']) {
  const { [name]: wait } = window
  window[name] = (run, ms = 0, ...values) => wait(run, ms >= 1_000 ? ms / 10 : ms, ...values)
}`

async function openPage(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await page.addInitScript(showFewRows)
  const { problems, isIdle } = watch(page, url)
  /** Waits until everything that the page reads has come and is shown. */
  const settled = async () => {
    do {
      await page.locator('h1').first().waitFor()
      await page.locator(loading).first().waitFor({ state: 'detached' })
      await until(isIdle)
      await page.evaluate(nextFrame)
    } while (!isIdle() || (await page.locator(loading).count()) > 0)
  }
  /**
   * Opens an address below /staff, by default today's page. The first one of a test, and one with the path of the page that is open,
   * is loaded as from a link elsewhere; others open as by a link of the console, which takes a fifth of the processor time.
   */
  const open = async (address = '') => {
    const target = new URL(`${url}/staff/${address}`)
    const { origin, pathname } = new URL(page.url())
    if (origin !== target.origin || pathname === target.pathname) {
      await page.goto(target.href)
      await page.locator('.shell').waitFor()
    } else {
      await page.evaluate(follow(target.href))
      await until(() => page.evaluate<boolean>(hasLeft))
    }
    await settled()
  }
  /** Ends what a test has begun in the page. */
  const clear = async () => {
    if (page.isClosed()) return
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate("location.origin === 'null' || sessionStorage.clear()")
    await page.goto('about:blank')
    await page.setViewportSize(desktop)
    await page.emulateMedia({ media: null, colorScheme: null })
    problems.length = 0
  }
  return { page, dialog: page.getByRole('dialog'), problems, settled, open, clear }
}

/** Opens an address as a link of the console does, and remembers the heading of the page that is left. */
const follow = (href: string): string => `{
  left = document.querySelector('h1')
  leftText = left.innerText
  history.pushState({ key: crypto.randomUUID(), idx: history.state.idx + 1 }, '', ${JSON.stringify(href)})
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}`
const hasLeft = '!left.isConnected || left.innerText !== leftText'

/** Records the faults of a page (error and policy messages, undeclared calls, and refused ones), and its calls without a response. */
function watch(page: Page, url: string) {
  const problems = problemsOf(page)
  const open = new Set<unknown>()
  page.on('request', request => {
    const { host, pathname } = new URL(request.url())
    if (host !== new URL(url).host || !pathname.startsWith('/api/')) return
    if (request.resourceType() === 'fetch') open.add(request)
    if (!isDeclared(request.method(), pathname)) problems.push(`not declared: ${request.method()} ${pathname}`)
  })
  page.on('response', response => {
    // An answer without a body does not finish in Chromium.
    if (response.status() === 304) open.delete(response.request())
    if (response.status() >= 400) problems.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  return { problems, isIdle: () => open.size === 0 }
}
