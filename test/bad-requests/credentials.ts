import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import { SignJWT } from 'jose'

/** Makes the value, or the several values, of an `Authorization` header. */
export type Credential = (issuer: OidcIssuer) => Promise<string | string[] | undefined>

const tokenOf =
  (subject: string, differences: object = {}) =>
  (issuer: OidcIssuer) =>
    issuer.token({ subject, ...differences })

const bearer = (token: (issuer: OidcIssuer) => Promise<string>): Credential => {
  return async issuer => `Bearer ${await token(issuer)}`
}

const memberToken = tokenOf('subject-active')
/** Whom a token speaks of that must not be believed: had it been, this subject would have become a customer. */
const stranger = 'unknown-subject'

/** Headers of people whom the service knows. */
export const goodCredentials = {
  member: bearer(memberToken),
  otherMember: bearer(tokenOf('subject-other')),
  suspended: bearer(tokenOf('subject-suspended')),
  deleted: bearer(tokenOf('subject-deleted')),
  admin: bearer(tokenOf('subject-admin')),
  operator: bearer(tokenOf('subject-operator')),
  warehouse: bearer(tokenOf('subject-warehouse')),
  inactiveAdmin: bearer(tokenOf('subject-inactive')),
  /** The e-mail of an administrator, verified, of somebody else. */
  secondAdmin: bearer(tokenOf('subject-second', { email: 'admin@campstore.test' })),
} satisfies Record<string, Credential>

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const claimsFor = (issuer: OidcIssuer) => ({
  sub: stranger,
  email: 'stranger@members.test',
  email_verified: true,
  iss: issuer.issuer,
  aud: issuer.audience,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3_600,
})

/** Three parts that look like a token, with this header and this signature. */
const assembled = (header: object, signature = 'AAAA'): Credential =>
  bearer(async issuer => `${encode(header)}.${encode(claimsFor(issuer))}.${signature}`)

/** A genuine token of which one part is another's. */
const altered = (change: (parts: string[], issuer: OidcIssuer) => string[]): Credential =>
  bearer(async issuer => change((await tokenOf(stranger)(issuer)).split('.'), issuer).join('.'))

/** Signed with a secret that everybody knows: what the issuer publishes of its key. */
async function signedWithPublicKey(issuer: OidcIssuer): Promise<string> {
  const published = await fetch(issuer.jwksUrl).then(answer => answer.text())
  return new SignJWT(claimsFor(issuer))
    .setProtectedHeader({ alg: 'HS256', kid: 'test' })
    .sign(new TextEncoder().encode(published))
}

/** Headers that must all be answered 401, each of another wrong kind. */
export const badCredentials: Record<string, Credential> = {
  'no token': async () => undefined,
  'the word Bearer alone': async () => 'Bearer',
  'a token without the word Bearer': memberToken,
  'Basic credentials': async () => `Basic ${Buffer.from('member:campstore').toString('base64')}`,
  'a good token in quotes': async issuer => `Bearer "${await memberToken(issuer)}"`,
  'two tokens with a comma': async issuer => `Bearer ${await memberToken(issuer)}, Bearer ${await memberToken(issuer)}`,
  'a word that is no token': async () => 'Bearer swordfish',
  'a token that ends too early': altered(([header = '', claims = '']) => [header, claims]),
  'a token whose claims are no JSON': altered(([header = '', , signature = '']) => [header, 'bm8', signature]),
  'a token whose header is null': altered(([, claims = '', signature = '']) => [encode(null), claims, signature]),
  'a token with other claims under its signature': altered(([header = '', , signature = ''], issuer) => {
    return [header, encode({ ...claimsFor(issuer), sub: 'subject-active' }), signature]
  }),
  'a token with an empty signature': altered(([header = '', claims = '']) => [header, claims, '']),
  'alg none': assembled({ alg: 'none', typ: 'JWT' }, ''),
  'an alg that is a number': assembled({ alg: 256 }),
  'a key of the sender in its header': assembled({ alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
  'an address of keys in its header': assembled({ alg: 'ES256', kid: 'evil', jku: 'http://127.0.0.1:9/keys' }),
  'an extension that must be understood': assembled({ alg: 'ES256', kid: 'test', crit: ['exp', 'b64'], b64: false }),
  'HS256 with the public key as its secret': bearer(signedWithPublicKey),
  'an unpublished key': bearer(tokenOf(stranger, { forged: true })),
  'an expired token': bearer(tokenOf('subject-active', { issuedAt: new Date(Date.now() - 7_200_000) })),
  'a token of another issuer': bearer(tokenOf(stranger, { issuer: 'https://issuer.test' })),
  'a token for another audience': bearer(tokenOf(stranger, { audience: 'another-shop' })),
  'a token without a subject': bearer(tokenOf('')),
  'a token whose subject has a NUL': bearer(tokenOf('subject-\u0000active')),
  'a token whose subject is far too long': bearer(tokenOf('s'.repeat(2_000))),
}

/** Headers of which a client may send only one. */
const twoCredentials: Credential = async issuer => {
  const token = await memberToken(issuer)
  return [`Bearer ${token}`, `Bearer ${token}`]
}

/** Every credential by who sends it, or what is wrong with it. */
export const credentials: Readonly<Record<string, Credential>> = {
  ...goodCredentials,
  ...badCredentials,
  'two tokens': twoCredentials,
}
