import { insertRow } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, expect, test } from 'vitest'
import { buildConsole } from '../../tools/build-console.ts'
import { startSystem } from '../system/system.ts'
import { useBrowser } from './browser-page.ts'

const clientId = 'console'
const email = 'staff@campstore.test'
const issuer = new OAuth2Server()
const system = useFixture(async () => {
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, '127.0.0.1')
  const url = issuer.issuer.url ?? ''
  const identity = { AUTH_PROVIDER: 'oidc', OIDC_ISSUER: url, OIDC_AUDIENCE: clientId, OIDC_JWKS_URL: `${url}/jwks` }
  await buildConsole()
  const gateway = { ...identity, CONSOLE_OIDC_CLIENT_ID: clientId, CONSOLE_OIDC_SCOPES: 'openid email offline_access' }
  return startSystem({ services: ['admin', 'booking'], inProcess: true, processes: 1, identity, gateway })
})
afterAll(() => issuer.stop())
const browser = useBrowser()

test('OpenID Connect: staff sign in by code and PKCE, come back to the page they asked for, and one refresh renews the token of all requests', async () => {
  const at = new Date()
  const account = { id: 'administrator-staff', email, name: 'Chen Yi', role: 'admin', created_at: at, updated_at: at }
  await insertRow(system.owner, 'admin.account', account)
  const grants: unknown[] = []
  issuer.service.on('beforeTokenSigning', ({ payload }) => {
    Object.assign(payload, { sub: 'person-1', email, email_verified: true })
  })
  issuer.service.on('beforeResponse', ({ body }, { body: { grant_type: grant } }) => {
    grants.push(grant)
    // The first token has ended when it arrives.
    if (grant === 'authorization_code') Object.assign(body, { expires_in: 0 })
  })

  const { page } = await browser.openPage({ locale: 'en-GB' })
  await page.goto(`${system.url}/staff/bookings?status=pending`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
  expect(page.url()).toBe(`${system.url}/staff/bookings?status=pending`)
  expect(grants).toEqual(['authorization_code', 'refresh_token'])

  await page.locator('.shell-side .nav-account').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})
