import { builtPages } from '@campstore/gateway/pages'
import type { Page } from '@campstore/testing/browser'
import { openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { testServers } from '@campstore/testing/servers'
import { storedHold } from '@campstore/testing/stored-holds'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { stayAt } from '../system/campground.ts'
import { startSystem } from '../system/system.ts'
import { bestPractices, type Look, looks, poorContrasts, useBrowser, violations } from './browser-page.ts'

// The pages that the gateway serves, in a browser: a member signs in at the API reference and books there.
const system = useFixture(() => {
  const gateway = { FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost }
  return startSystem({ services: ['booking'], inProcess: true, processes: 1, gateway })
})
const browser = useBrowser()

/** Opens a page and notes what its console says and which other addresses it calls. */
async function open(path: string, { width, colorScheme }: Look) {
  const viewport = { width, height: 800 }
  const { page, problems } = await browser.openPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  page.on('request', request => {
    const { host, protocol } = new URL(request.url())
    const known = [new URL(system.url).host, testServers().identityHost]
    if (protocol !== 'data:' && !known.includes(host)) problems.push(`calls ${request.url()}`)
  })
  await page.goto(`${system.url}${path}`)
  return { page, problems }
}

const phone: Look = { width: 360, colorScheme: 'light' }
const startCheckout = '/docs#/Booking/startCheckout'
const signedIn = (page: Page) => page.locator('#signed-in')

async function signIn(page: Page, email: string, password = 'campstore'): Promise<void> {
  await page.getByLabel('Account').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Sends a body from the page's opened operation and returns the answer that the page shows. */
async function send(page: Page, body: object): Promise<{ status: string; text: string }> {
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByLabel('Request body').fill(JSON.stringify(body))
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table')
  const status = await answer.locator('.response-col_status').nth(1).innerText()
  return { status: status.trim(), text: await answer.locator('pre.microlight').first().innerText() }
}

const sessionAnswer = z.object({ data: z.object({ bookingId: z.string() }) })

test('a member signs in at the API reference, by password or token, books, and the page meets WCAG AA in both colours', async () => {
  const campground = await openCampground(system.owner, { zones: [1] })
  const { token, email } = await createIdentity()
  const { page, problems } = await open('/', phone)
  await page.goto(`${system.url}${startCheckout}`)
  await signIn(page, email, 'another')
  await expect.poll(() => signedIn(page).innerText()).toBe('The sign-in failed: INVALID_PASSWORD.')
  expect(problems.splice(0)).toEqual([expect.stringContaining('status of 400')])
  await page.getByLabel('ID token').fill(token)
  await page.getByRole('button', { name: 'Use token' }).click()
  await expect.poll(() => signedIn(page).innerText()).toBe('Requests are sent as the holder of the token.')
  await signIn(page, email)
  await expect.poll(() => signedIn(page).innerText()).toBe(`Requests are sent as ${email}.`)
  const { status, text } = await send(page, stayAt(campground))
  expect(status).toBe('200')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  // The page's scripts and the browser follow the other colours one after the other.
  await expect.poll(() => poorContrasts(page)).toEqual([])
  const { bookingId } = sessionAnswer.parse(JSON.parse(text)).data
  expect(await storedHold(system.owner, bookingId)).toMatchObject({ status: 'pending' })
  expect(problems).toEqual([])
  await page.close()
})

describe.each(looks)('%s', (_, look) => {
  // Tables, code, lists and a table of contents: the other pages have nothing else.
  test.each(['/', '/docs/guides/booking'])('%s meets WCAG AA', async path => {
    const { page, problems } = await open(path, look)
    expect(await violations(page, bestPractices)).toEqual([])
    expect(problems).toEqual([])
    await page.close()
  })
})

test('every page fits a phone', async () => {
  const { page, problems } = await open('/', phone)
  const tooWide: string[] = []
  // The reference has its own test.
  for (const [path] of builtPages().filter(([path]) => path !== '/docs')) {
    await page.goto(`${system.url}${path}`)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if (width !== phone.width) tooWide.push(`${path}: ${width}`)
  }
  expect(tooWide).toEqual([])
  expect(problems).toEqual([])
  await page.close()
})
