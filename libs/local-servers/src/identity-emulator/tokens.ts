import { parseJson } from '@campstore/core/parse-json'
import { decodeJwt, UnsecuredJWT } from 'jose'
import { z } from 'zod'
import { type Account, nowInSeconds, type Project, saveAccount } from './accounts.ts'
import { demand } from './refusals.ts'

const lifetimeSeconds = 3_600

const claimsObject = z.record(z.string(), z.unknown())
const session = z.object({ localId: z.string(), provider: z.string(), projectId: z.string() })
const idTokenClaims = z.object({
  user_id: z.string(),
  iat: z.number(),
  firebase: z.object({ sign_in_provider: z.string() }),
})

/**
 * Issues an ID token, unsigned like the tokens of Firebase's emulator, and a refresh token, which holds its session itself.
 *
 * @param provider `password`, `google.com`, …: the token's `sign_in_provider`
 */
export function issueTokens(project: Project, from: Account, provider: string) {
  const account = saveAccount(project, from, { lastRefreshAt: new Date().toISOString() })
  const { localId, email, providerUserInfo = [] } = account
  const identities: Record<string, string[]> = email === undefined ? {} : { email: [email] }
  for (const { providerId, rawId } of providerUserInfo) if (providerId !== 'password') identities[providerId] = [rawId]
  const now = Number(nowInSeconds())
  const idToken = new UnsecuredJWT({
    name: account.displayName,
    picture: account.photoUrl,
    ...claimsObject.parse(JSON.parse(account.customAttributes || '{}')),
    email,
    email_verified: account.emailVerified,
    phone_number: account.phoneNumber,
    provider_id: provider === 'anonymous' ? provider : undefined,
    auth_time: account.lastLoginAt === undefined ? now : Math.floor(Number(account.lastLoginAt) / 1000),
    user_id: localId,
    firebase: { identities, sign_in_provider: provider },
  })
    .setSubject(localId)
    .setIssuer(`https://securetoken.google.com/${project.id}`)
    .setAudience(project.id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .encode()
  const refreshToken = Buffer.from(JSON.stringify({ localId, provider, projectId: project.id })).toString('base64')
  return { idToken, refreshToken, expiresIn: String(lifetimeSeconds) }
}

/** The claims of any token, without a look at its signature; undefined where it is none. */
export function claimsOf(token: string): unknown {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}

/**
 * The account of an ID token.
 *
 * @throws {Refusal} INVALID_ID_TOKEN, USER_NOT_FOUND, TOKEN_EXPIRED, USER_DISABLED
 */
export function accountOfToken(project: Project, idToken = ''): { account: Account; provider: string } {
  const claims = idTokenClaims.safeParse(claimsOf(idToken)).data
  demand(claims, 'INVALID_ID_TOKEN')
  const account = project.accounts.get(claims.user_id)
  demand(account, 'USER_NOT_FOUND')
  demand(claims.iat >= Number(account.validSince ?? 0), 'TOKEN_EXPIRED')
  demand(!account.disabled, 'USER_DISABLED')
  return { account, provider: claims.firebase.sign_in_provider }
}

const grant = z.object({ grant_type: z.string().optional(), refresh_token: z.string().optional() })

/** The next ID token of a session. */
export function refreshTokens(project: Project, request: unknown) {
  const { grant_type: type, refresh_token: token } = grant.parse(request)
  demand(type, 'MISSING_GRANT_TYPE')
  demand(type === 'refresh_token', 'INVALID_GRANT_TYPE')
  demand(token, 'MISSING_REFRESH_TOKEN')
  const {
    localId = '',
    provider = '',
    projectId,
  } = session.safeParse(parseJson(Buffer.from(token, 'base64'))).data ?? {}
  const account = projectId === project.id ? project.accounts.get(localId) : undefined
  demand(account, 'INVALID_REFRESH_TOKEN')
  demand(!account.disabled, 'USER_DISABLED')
  const { idToken, refreshToken, expiresIn } = issueTokens(project, account, provider)
  return {
    id_token: idToken,
    access_token: idToken,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    user_id: account.localId,
    project_id: '12345',
  }
}
