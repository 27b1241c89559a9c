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

/** A genuine token whose header says that it needs no signature. */
const unsigned: Credential = bearer(async issuer => {
  const [, claims = ''] = (await tokenOf(stranger)(issuer)).split('.')
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
})

/** Headers that must all be answered 401, each of another wrong kind; the tests of libs/auth have more kinds of tokens. */
export const badCredentials: Record<string, Credential> = {
  'no token': async () => undefined,
  'the word Bearer alone': async () => 'Bearer',
  'a token without the word Bearer': memberToken,
  'two tokens with a comma': async issuer => `Bearer ${await memberToken(issuer)}, Bearer ${await memberToken(issuer)}`,
  'alg none': unsigned,
  'an unpublished key': bearer(tokenOf(stranger, { forged: true })),
  'an expired token': bearer(tokenOf('subject-active', { issuedAt: new Date(Date.now() - 7_200_000) })),
  'a token of another issuer': bearer(tokenOf(stranger, { issuer: 'https://issuer.test' })),
  'a token for another audience': bearer(tokenOf(stranger, { audience: 'another-shop' })),
  'a token without a subject': bearer(tokenOf('')),
  'a token whose subject has a NUL': bearer(tokenOf('subject-\u0000active')),
  'a token whose subject is far too long': bearer(tokenOf('s'.repeat(2_000))),
}

/** Headers that a client may send only once. */
const twoCredentials: Credential = async issuer => {
  const token = await memberToken(issuer)
  return [`Bearer ${token}`, `Bearer ${token}`]
}

/** Every credential by its sender or its defect. */
export const credentials: Readonly<Record<string, Credential>> = {
  ...goodCredentials,
  ...badCredentials,
  'two tokens': twoCredentials,
}
