import type { OidcIssuer } from '@campstore/testing/oidc-issuer'

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

/** A genuine token of which one part is another's. */
const altered = (change: (parts: string[]) => string[]): Credential =>
  bearer(async issuer => change((await tokenOf(stranger)(issuer)).split('.')).join('.'))

/** Headers that must all be answered 401, each of another wrong kind; the tests of libs/auth have more kinds of tokens. */
export const badCredentials: Record<string, Credential> = {
  'no token': async () => undefined,
  'the word Bearer alone': async () => 'Bearer',
  'a token without the word Bearer': memberToken,
  'Basic credentials': async () => `Basic ${Buffer.from('member:campstore').toString('base64')}`,
  'two tokens with a comma': async issuer => `Bearer ${await memberToken(issuer)}, Bearer ${await memberToken(issuer)}`,
  'a word that is no token': async () => 'Bearer swordfish',
  'a token whose claims are no JSON': altered(([header = '', , signature = '']) => [header, 'bm8', signature]),
  'a token with an empty signature': altered(([header = '', claims = '']) => [header, claims, '']),
  'alg none': altered(([, claims = '']) => [encode({ alg: 'none', typ: 'JWT' }), claims, '']),
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
