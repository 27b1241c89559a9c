import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { startHttpServer } from './http-server.ts'

/** The claims of a token, and how it differs from a valid one. */
export type TokenClaims = {
  subject: string
  email?: string
  /** Whether the e-mail address is verified; default true. */
  verified?: boolean
  name?: string
  phone?: string
  /** The sign-in provider: `password`, `google.com`. */
  provider?: string
  /** When it is issued; default now. */
  issuedAt?: Date
  lifetimeSeconds?: number
  issuer?: string
  audience?: string
  /** Signs with a key that is not published. */
  forged?: boolean
}

/** An identity provider for tests: it publishes its key over HTTP and signs tokens with any claims. */
export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>

/** Starts an identity provider on a free port. */
export async function startOidcIssuer() {
  const [published, unpublished] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const key = { ...(await exportJWK(published.publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const { url: origin, stop } = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }))
  })
  const ours = { issuer: origin, audience: 'campstore-tests', jwksUrl: `${origin}/keys` }
  return {
    ...ours,
    /** The variables with which a service trusts it. */
    environment: {
      AUTH_PROVIDER: 'oidc',
      OIDC_ISSUER: ours.issuer,
      OIDC_AUDIENCE: ours.audience,
      OIDC_JWKS_URL: ours.jwksUrl,
    },
    token: (claims: TokenClaims): Promise<string> => {
      const { subject, email, verified = true, name, phone, provider } = claims
      const { issuedAt = new Date(), lifetimeSeconds = 3_600 } = claims
      const seconds = Math.floor(issuedAt.getTime() / 1000)
      return new SignJWT({
        name,
        phone_number: phone,
        idp: provider,
        ...(email !== undefined && { email, email_verified: verified }),
      })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setSubject(subject)
        .setIssuer(claims.issuer ?? ours.issuer)
        .setAudience(claims.audience ?? ours.audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(claims.forged ? unpublished.privateKey : published.privateKey)
    },
    stop,
  }
}
