import { parseJson } from '@campstore/core/parse-json'
import { z } from 'zod'
import {
  type Account,
  accountOfEmail,
  accountOfProvider,
  newLocalId,
  nowInMs,
  nowInSeconds,
  type Project,
  saveAccount,
} from './accounts.ts'
import { type Call, text } from './call.ts'
import { demand } from './refusals.ts'
import { claimsOf, issueTokens } from './tokens.ts'

const idpFields = z.object({ requestUri: text, postBody: text })
const idpClaims = z.object({
  sub: z.string(),
  email: text,
  email_verified: z.unknown().optional(),
  name: text,
  picture: text,
})

/** Signs in by the ID token of another provider, whose signature is not verified; it may be the claims as JSON. */
export function signInWithIdp({ project, body }: Call) {
  const { requestUri, postBody } = idpFields.parse(body)
  demand(requestUri, 'MISSING_REQUEST_URI')
  demand(URL.canParse(requestUri), 'INVALID_REQUEST_URI')
  const parameters = new URLSearchParams([...new URL(requestUri).searchParams, ...new URLSearchParams(postBody)])
  const { providerId = '', id_token: oauthIdToken = '' } = Object.fromEntries(parameters)
  demand(providerId, `INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${requestUri}`)
  const parsed = oauthIdToken.startsWith('{') ? parseJson(oauthIdToken) : claimsOf(oauthIdToken)
  demand(parsed, `INVALID_IDP_RESPONSE : Unable to parse id_token: ${oauthIdToken}`)
  const claims = idpClaims.safeParse(parsed).data
  demand(claims, 'INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields.')

  const { sub: rawId, name: displayName, picture: photoUrl } = claims
  const email = claims.email?.toLowerCase()
  const profile = { providerId, displayName, photoUrl, email }
  const answer = {
    ...profile,
    federatedId: providerId === 'google.com' ? `https://accounts.google.com/${rawId}` : rawId,
    oauthIdToken,
    oauthAccessToken: `FirebaseAuthEmulatorFakeAccessToken_${providerId}`,
    rawUserInfo: JSON.stringify(parsed),
  }
  const info = { ...profile, rawId, federatedId: rawId }
  const match = matchAccount(project, info, Boolean(claims.email_verified))
  if (match.needsConfirmation) {
    const ids = match.account.providerUserInfo?.map(({ providerId }) => providerId) ?? []
    const verifiedProvider = ids.filter(id => id !== 'password' && id !== 'phone')
    const { localId } = match.account
    return { ...answer, emailVerified: false, needConfirmation: true, localId, verifiedProvider }
  }
  const { account, changes, isNewUser } = match
  demand(!account.disabled, 'USER_DISABLED')
  const others = account.providerUserInfo?.filter(other => other.providerId !== providerId) ?? []
  const saved = saveAccount(
    project,
    { ...account, providerUserInfo: [...others, info] },
    { ...changes, lastLoginAt: nowInMs() },
  )
  const { localId, emailVerified } = saved
  return { ...answer, emailVerified, localId, isNewUser, ...issueTokens(project, saved, providerId) }
}

type Match = {
  account: Account
  changes?: Partial<Account>
  isNewUser?: true
  /** The provider does not vouch for the address, which another account has. */
  needsConfirmation?: true
}

/** The account of a provider's user: the one that has signed in so before, the one of the address, or a new one. */
function matchAccount(
  project: Project,
  { providerId, rawId, email, displayName, photoUrl }: NonNullable<Account['providerUserInfo']>[number],
  emailVerified: boolean,
): Match {
  const known = accountOfProvider(project, providerId, rawId)
  if (known) return { account: known }
  const ofEmail = email === undefined ? undefined : accountOfEmail(project, email)
  if (ofEmail === undefined) {
    const changes = { displayName, photoUrl, ...(email && { email, emailVerified }) }
    return { account: { localId: newLocalId(), createdAt: nowInMs() }, changes, isNewUser: true }
  }
  if (!emailVerified) return { account: ofEmail, needsConfirmation: true }
  const takenOver = { passwordHash: undefined, phoneNumber: undefined, validSince: nowInSeconds() }
  const changes = { displayName, photoUrl, emailVerified: true, ...(!ofEmail.emailVerified && takenOver) }
  return { account: ofEmail, changes }
}
