import type { AdministratorDirectory } from '@campstore/auth/administrators'
import { bearerToken } from '@campstore/auth/bearer'
import type { Clock, TokenVerifier } from '@campstore/auth/identity'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { createMemberDirectory } from '@campstore/auth/members'
import { requirePermissions } from '@campstore/auth/permissions'
import { verifierFromConfig } from '@campstore/auth/verifier-from-config'
import type { AppOptions } from '@campstore/http/app'
import type { ServiceConfig } from './config.ts'
import type { ServiceContext } from './dependencies.ts'

/** A verifier of identity tokens that is loaded when first needed: it takes memory that a service without members can save. */
export function createLazyVerifier(
  config: ServiceConfig,
  clock: Clock,
): { verify: TokenVerifier; load(): Promise<TokenVerifier> } {
  let loading: Promise<TokenVerifier> | undefined
  const load = () => {
    loading ??= verifierFromConfig(config, clock)
    return loading
  }
  return { load, verify: async token => (await load())(token) }
}

/** Creates a function that turns an Authorization header into the principal of a request, by the access of its route. */
export function createAuthenticators(
  { database, clock, newId }: ServiceContext,
  options: {
    audience: string
    config: ServiceConfig
    verify: TokenVerifier
    administrators: AdministratorDirectory | undefined
    sender: AppOptions['authenticate']['sender'] | undefined
  },
): AppOptions['authenticate'] {
  const { audience, config, verify, administrators, sender } = options
  const members = createMemberDirectory({ pool: database.requests, newId, clock })
  const keys = config.INTERNAL_TOKEN_PUBLIC_KEYS ?? new Map()
  return {
    ...(sender && { sender }),
    member: async authorization => {
      const { identity, expiresAt: tokenExpiresAt } = await verify(bearerToken(authorization))
      return { ...(await members.resolve(identity)), tokenExpiresAt }
    },
    internal: async (authorization, permissions) =>
      verifyInternalToken(bearerToken(authorization), { keys, audience, permissions }, clock),
    admin:
      administrators &&
      (async (authorization, permissions, origin) => {
        const { identity } = await verify(bearerToken(authorization))
        const administrator = await administrators.resolve(identity, origin)
        requirePermissions(administrator.permissions, permissions)
        return administrator
      }),
  }
}
