import { loadConfig } from '@campstore/config/load-config'
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

const schema = z.object(authVariables).superRefine(authVariablesComplete)

test('an OIDC provider is read', () => {
  expect(providerConfig(loadConfig(schema, oidc))).toEqual({
    provider: 'oidc',
    issuer: 'https://id.example.com',
    audience: 'campstore',
    jwksUrl: 'https://id.example.com/keys',
  })
})

test('Firebase is the default, with its emulator where there is one', () => {
  expect(providerConfig(loadConfig(schema, emulated))).toEqual({
    provider: 'firebase',
    projectId: 'demo-campstore',
    emulatorHost: '127.0.0.1:9099',
  })
})

test.each([
  ['FIREBASE_PROJECT_ID', 'is missing', {}],
  ['OIDC_ISSUER', 'is missing', { ...oidc, OIDC_ISSUER: '' }],
  ['OIDC_AUDIENCE', 'is missing', { ...oidc, OIDC_AUDIENCE: '' }],
  ['OIDC_JWKS_URL', 'is missing', { ...oidc, OIDC_JWKS_URL: '' }],
  ['OIDC_JWKS_URL', 'is not valid', { ...oidc, OIDC_JWKS_URL: 'keys' }],
  ['AUTH_PROVIDER', 'is not valid', { ...oidc, AUTH_PROVIDER: 'saml' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'is not valid', { ...emulated, FIREBASE_AUTH_EMULATOR_HOST: 'http://localhost' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'is not valid', { ...emulated, FIREBASE_PROJECT_ID: 'campstore' }],
])('%s that %s stops the start: %j', (variable, state, environment) => {
  expect(() => loadConfig(schema, environment)).toThrow(`${variable} ${state}: it wants `)
})

test('a service without the refinement is stopped by the verifier, with the same words', () => {
  const environment = { ...oidc, OIDC_AUDIENCE: '' }
  const refined = () => loadConfig(schema, environment)
  const unrefined = () => providerConfig(loadConfig(z.object(authVariables), environment))
  expect(unrefined).toThrow('OIDC_AUDIENCE is missing')
  expect(refined).toThrow('OIDC_AUDIENCE is missing')
})
