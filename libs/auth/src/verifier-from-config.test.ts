import { ConfigError } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { verifierFromConfig } from './verifier-from-config.ts'

const clock = () => new Date()
const oidc = {
  AUTH_PROVIDER: 'oidc',
  FIREBASE_CHECK_REVOKED: 'on',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_AUDIENCE: 'campstore',
  OIDC_JWKS_URL: 'http://127.0.0.1:1/keys',
} as const

test('a provider without a required variable is refused', async () => {
  await expect(verifierFromConfig({ ...oidc, OIDC_ISSUER: undefined }, clock)).rejects.toThrow(
    new ConfigError(
      'OIDC_ISSUER is not set. Set it to an https address; http on this machine only: the exact issuer of the tokens (with AUTH_PROVIDER=oidc). Example: OIDC_ISSUER=https://id.example.com',
    ),
  )
})

test.each([
  oidc,
  { AUTH_PROVIDER: 'firebase', FIREBASE_PROJECT_ID: 'campstore', FIREBASE_CHECK_REVOKED: 'platform' } as const,
])('the verifier of $AUTH_PROVIDER starts without a request, and refuses a malformed token', async config => {
  const verify = await verifierFromConfig(config, clock)
  await expect(verify('x')).rejects.toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }))
})
