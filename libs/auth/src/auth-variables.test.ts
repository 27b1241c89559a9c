import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authVariables, authVariablesComplete, providerConfig } from './auth-variables.ts'

const oidc = {
  AUTH_PROVIDER: 'oidc',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_AUDIENCE: 'campstore',
  OIDC_JWKS_URL: 'https://id.example.com/keys',
}
const emulated = { FIREBASE_PROJECT_ID: 'demo-campstore', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

const schema = z.object(authVariables).check(authVariablesComplete)

test('a real project needs credentials for the look-up of accounts, unless it is switched off', () => {
  const real = { FIREBASE_PROJECT_ID: 'campstore' }
  const provider = (more: Record<string, string>) => providerConfig(loadConfig(schema, { ...real, ...more }))
  expect(() => provider({})).toThrow(/^GOOGLE_APPLICATION_CREDENTIALS is not set\. Set it to .+: path of the key file/)
  expect(() => provider({ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere' })).toThrow(
    'GOOGLE_APPLICATION_CREDENTIALS is not a file',
  )
  const file = import.meta.filename
  expect(provider({ GOOGLE_APPLICATION_CREDENTIALS: file })).toMatchObject({ checkRevoked: true })
  expect(provider({ FIREBASE_CHECK_REVOKED: 'platform' })).toMatchObject({ checkRevoked: true })
  expect(provider({ FIREBASE_CHECK_REVOKED: 'off' })).toMatchObject({ checkRevoked: false })
})

test.each([
  ['FIREBASE_PROJECT_ID', 'is not set', {}],
  ['OIDC_ISSUER', 'is not set', { ...oidc, OIDC_ISSUER: '' }],
  ['OIDC_JWKS_URL', 'is not valid', { ...oidc, OIDC_JWKS_URL: 'http://id.example.com/keys' }],
  ['OIDC_ISSUER', 'is not valid', { ...oidc, OIDC_ISSUER: 'http://id.example.com' }],
  ['AUTH_PROVIDER', 'is not valid', { ...oidc, AUTH_PROVIDER: 'constructor' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'is not valid', { ...emulated, FIREBASE_AUTH_EMULATOR_HOST: 'http://localhost' }],
  [
    'FIREBASE_AUTH_EMULATOR_HOST',
    'is set, but FIREBASE_PROJECT_ID does not begin with demo-',
    { ...emulated, FIREBASE_PROJECT_ID: 'campstore' },
  ],
])('%s that %s stops the start: %j', (variable, state, environment) => {
  expect(() => loadConfig(schema, environment)).toThrow(`${variable} ${state}. Set it to `)
})
