import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, openBrowser } from '@campstore/testing/browser'
import { openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { longestWaitMs } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '../system/bundle.ts'
import { stayAt } from '../system/campground.ts'
import { type System, startSystem } from '../system/system.ts'

// libs/client in a browser, in a page of another origin than the API's.
let system: System
let browser: Browser
let site: Server
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], processes: 1, gateway: { CORS_ORIGINS: 'loopback' } })
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await system?.stop()
})

const program = `
import { booking, CampstoreError, createClientOf } from '@campstore/client'

window.results = async ({ url, token, stays }) => {
  const campstore = createClientOf({ booking }, { url, token: () => token })
  const held = []
  for (const stay of stays) held.push((await campstore.booking.startCheckout(stay)).bookingId)
  const refused = await campstore.booking.startCheckout(stays[0]).then(() => undefined, error => error)
  const listed = []
  for await (const { bookingId } of campstore.booking.listBookings.all({ size: 1 })) listed.push(bookingId)
  const page = await campstore.booking.listBookings({ page: 1, size: 1 })
  const left = new AbortController()
  const call = campstore.booking.listCampgrounds({}, { signal: left.signal })
  left.abort('left')
  const reason = await call.catch(error => error)
  const isTyped = refused instanceof CampstoreError
  return { held, listed, page, reason, code: refused?.code, isTyped }
}`

// Safari before 17 and Chrome before 113 lack the first, Safari before 17.4 and Chrome before 116 the second.
const removals = 'delete URLSearchParams.prototype.size; delete AbortSignal.any'

test.each([
  ['as it is', ''],
  ['of 2022', removals],
])('in Chromium %s, books, lists page by page, and ends an aborted call', async (_, removed) => {
  const page = await browser.newPage()
  page.setDefaultTimeout(longestWaitMs)
  await page.addInitScript(removed)
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  await page.addScriptTag({ type: 'module', content: await bundled(program) })
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [2] }), createIdentity()])
  const { idempotencyKey, ...stay } = stayAt(campground)
  const given = JSON.stringify({ url: system.url, token, stays: [stay, stay] })
  await page.waitForFunction('window.results')
  const results = await page.evaluate<{ held: string[] }>(`results(${given})`)
  const newestFirst = results.held.toReversed()
  expect(results).toEqual({
    held: [expect.any(String), expect.any(String)],
    listed: newestFirst,
    page: {
      data: [expect.objectContaining({ bookingId: newestFirst[1] })],
      meta: { page: 1, size: 1, totalElements: 2, totalPages: 2 },
    },
    reason: 'left',
    code: 'ZONE_UNAVAILABLE',
    isTyped: true,
  })
  await page.close()
})
