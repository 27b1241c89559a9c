import { expect, test } from 'vitest'
import { identityFromClaims } from './identity.ts'

const exp = 1_795_000_000

test('the claims of a token become an identity that expires at exp', () => {
  const claims = { sub: 'uid-1', exp, email: 'a@example.com', email_verified: true, name: 'Ann', phone_number: '02' }
  const [person, at] = [{ email: 'a@example.com', emailVerified: true, name: 'Ann', phone: '02' }, new Date(exp * 1000)]
  const identity = { subject: 'uid-1', ...person, issuedAt: at, provider: 'oidc' }
  expect(identityFromClaims(claims)).toEqual({ identity, expiresAt: at })
})

test.each([
  [{ firebase: { sign_in_provider: 'google.com' }, idp: 'other' }, 'google.com'],
  [{ idp: 'github' }, 'github'],
  [{ identity_provider: 'ldap' }, 'ldap'],
  [{ firebase: 'nonsense' }, 'oidc'],
  [{}, 'oidc'],
])('%j is the sign-in provider %s', (claims, provider) => {
  expect(identityFromClaims({ sub: 'uid-1', exp, ...claims }).identity.provider).toBe(provider)
})

test.each([
  ['the string "true"', { email: 'a@example.com', email_verified: 'true' }],
  ['absent', { email: 'a@example.com' }],
  ['true without an e-mail', { email_verified: true }],
])('an e-mail is not verified when email_verified is %s', (_, claims) => {
  expect(identityFromClaims({ sub: 'uid-1', exp, ...claims }).identity.emailVerified).toBe(false)
})

test('names are trimmed, without characters that PostgreSQL cannot store', () => {
  expect(identityFromClaims({ sub: 'uid-1', exp, name: '  An\u0000n ' }).identity.name).toBe('Ann')
})

const refused = expect.objectContaining({ code: 'UNAUTHORIZED' })
const subjects = [undefined, '', 7, 'uid\u0000', '\ud800', 'uid\ufffd', 'x'.repeat(256)].map(sub => ({ sub }))
const times = [{ exp: 1e300 }, { exp: -1 }, { exp: Number.NaN }, { exp: 253_402_300_800 }, { iat: 'now' }]

test.each([...subjects, ...times])('a token with %j is refused', claims => {
  expect(() => identityFromClaims({ sub: 'uid-1', exp, ...claims })).toThrow(refused)
})

test('a token whose e-mail has what no address has is refused, not corrected', () => {
  const marked = ['\u0001', '\u00a0', '\ud800', '\ufffd'].map(mark => `kim${mark}.boss@example.com`)
  for (const email of [...marked, 'kim.boss@example.com\n', ' kim.boss@example.com', 7]) {
    const claims = { sub: 'uid-1', exp, email, email_verified: true }
    expect(() => identityFromClaims(claims), `${email}`).toThrow(refused)
  }
})

test.each([undefined, null, '', `${'x'.repeat(320)}@example.com`])('the e-mail %j is ignored', email => {
  const claims = { sub: 'uid-1', exp, email, email_verified: true }
  expect(identityFromClaims(claims).identity).toMatchObject({ email: undefined, emailVerified: false })
})
