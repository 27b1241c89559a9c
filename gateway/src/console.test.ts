import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig } from '@campstore/core/config/load-config'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'
import { openConsole } from './console.ts'
import { consoleSignIn } from './console-sign-in.ts'

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  now = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const signInWith = (variables: Record<string, string>) => consoleSignIn(loadConfig(gatewayConfig, variables))
const open = (variables: Record<string, string> = {}) =>
  openConsole(pathToFileURL(`${folder}/`), signInWith(variables), () => now)

/** Writes a build whose page names a file, as if it were `minute` minutes old. */
function build(name: string, minute = 0) {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets', `${name}.js`), `console.log('${name}')`)
  writeFileSync(join(folder, 'index.html'), `<script src="/staff/assets/${name}.js"></script>`)
  const at = new Date(Date.now() - minute * 60_000)
  utimesSync(join(folder, 'index.html'), at, at)
}

function get(console: ReturnType<typeof open>, path: string, url = path) {
  // Only the address is read.
  const found = console.find({ path, request: { url } as IncomingMessage })
  return found && { status: found.status, ...found.document, text: found.document.plain.content.toString() }
}

test('every address below /staff leads to the page, which is asked for again each time', () => {
  build('one')
  const console = open()
  for (const path of ['/staff', '/staff/bookings', '/staff/orders/order-1']) {
    const page = get(console, path)
    expect([page?.status, page?.cacheControl]).toEqual([200, 'no-cache'])
    expect(page?.text).toContain('one.js')
  }
  expect(get(console, '', '/staff/')?.status).toBe(200)
  expect(get(console, '/staffing')).toBeUndefined()
})

test('a slash at the end is taken away, with the query kept', () => {
  build('one')
  const console = open()
  const locationOf = (url: string) => {
    const found = get(console, '', url)
    return found?.status === 308 ? found.headers[1] : found?.status
  }
  expect(locationOf('/staff/bookings/')).toBe('/staff/bookings')
  expect(locationOf('/staff/bookings/booking-1//?tab=a/&b=?')).toBe('/staff/bookings/booking-1?tab=a/&b=?')
  expect(locationOf('/staff//evil.example/')).toBeUndefined()
  expect(locationOf('/staff/..%2f/')).toBeUndefined()
})

test('a file is kept for ever, because its name contains its hash; an unknown one is not found', () => {
  build('one')
  const console = open()
  const file = get(console, '/staff/assets/one.js')
  expect([file?.status, file?.cacheControl]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(get(console, '/staff/assets/two.js')).toBeUndefined()
})

test('until it is built, a page asks again by itself; then the console is there without a restart', () => {
  const console = open()
  const before = get(console, '/staff')
  expect([before?.status, before?.headers]).toEqual([503, expect.arrayContaining(['retry-after', '3'])])
  build('one', 1)
  now = 1_000
  expect(get(console, '/staff')?.text).toContain('one.js')
  build('two')
  now = 2_000
  expect(get(console, '/staff')?.text).toContain('two.js')
  expect(get(console, '/staff/assets/one.js')?.status).toBe(200)
})

describe('the policy and config.json', () => {
  const seenWith = (variables: Record<string, string>) => {
    build('one')
    const console = open(variables)
    const config: unknown = JSON.parse(get(console, '/staff/config.json')?.text ?? '')
    return { config, policy: get(console, '/staff')?.headers.at(-1) }
  }

  test('allow the identity emulator under npm start', () => {
    const { config, policy } = seenWith({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })
    expect(config).toMatchObject({ provider: 'firebase', emulator: 'http://127.0.0.1:9099' })
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:9099")
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test("allow Firebase's addresses with an API key", () => {
    const { config, policy } = seenWith({ CONSOLE_FIREBASE_API_KEY: 'AIza-1' })
    expect(config).toEqual({ provider: 'firebase', apiKey: 'AIza-1', emulator: null })
    expect(policy).toContain('https://identitytoolkit.googleapis.com https://securetoken.googleapis.com')
  })

  test("allow the issuer's origin with a client of OpenID Connect", () => {
    const oidc = { AUTH_PROVIDER: 'oidc', OIDC_ISSUER: 'https://id.example.com/realm', CONSOLE_OIDC_CLIENT_ID: 'staff' }
    const { config, policy } = seenWith(oidc)
    expect(config).toMatchObject({ provider: 'oidc', clientId: 'staff', scopes: 'openid email profile' })
    expect(policy).toContain("connect-src 'self' https://id.example.com")
  })

  test('name no provider that is not configured completely', () => {
    expect(seenWith({}).config).toEqual({ provider: null })
    expect(seenWith({ AUTH_PROVIDER: 'oidc' }).config).toEqual({ provider: null })
  })
})
