import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Whom a token speaks of, and how it differs from a good one. */
export type TokenClaims = {
  subject: string
  email?: string
  /** Whether the e-mail is verified; it is unless this says otherwise. */
  verified?: boolean
  name?: string
  /** How the person signed in: `password`, `google.com`. */
  provider?: string
  /** The instant at which it is made; now when it is not given, so that a test may move the clock. */
  issuedAt?: Date
  lifetimeSeconds?: number
  issuer?: string
  audience?: string
  /** Signs with a key that nobody published. */
  forged?: boolean
}

/** An identity provider of this test: it publishes its key over HTTP and signs whatever token is wanted. */
export type OidcIssuer = {
  issuer: string
  audience: string
  jwksUrl: string
  /** The variables that make a service trust it. */
  environment: Record<string, string>
  token(claims: TokenClaims): Promise<string>
  stop(): Promise<void>
}

/** Starts one on a free port. */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const [published, unpublished] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const key = { ...(await exportJWK(published.publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the issuer has no port')
  const origin = `http://127.0.0.1:${address.port}`
  const ours = { issuer: origin, audience: 'campstore-tests', jwksUrl: `${origin}/keys` }
  return {
    ...ours,
    environment: {
      AUTH_PROVIDER: 'oidc',
      OIDC_ISSUER: ours.issuer,
      OIDC_AUDIENCE: ours.audience,
      OIDC_JWKS_URL: ours.jwksUrl,
    },
    token: claims => {
      const { subject, email, verified = true, name, provider, issuedAt = new Date(), lifetimeSeconds = 3_600 } = claims
      const seconds = Math.floor(issuedAt.getTime() / 1000)
      return new SignJWT({ name, idp: provider, ...(email !== undefined && { email, email_verified: verified }) })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setSubject(subject)
        .setIssuer(claims.issuer ?? ours.issuer)
        .setAudience(claims.audience ?? ours.audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(claims.forged ? unpublished.privateKey : published.privateKey)
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
