import { statSync } from 'node:fs'
import { invalidVariable } from '@campstore/core/config/load-config'
import { isSafeTransport } from '@campstore/core/loopback'
import { z } from 'zod'

/** An address that is trusted to identify people, so the connection must be safe from changes on the way. */
const providerAddress = z.url({ protocol: /^https?$/ }).refine(isSafeTransport)

/** The identity provider. Spread it into a service's schema and add `.superRefine(authVariablesComplete)`. */
export const authVariables = {
  AUTH_PROVIDER: z.enum(['firebase', 'oidc']).default('firebase').describe('firebase or oidc (default firebase)'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{4,64}$/)
    .optional()
    .describe('the Firebase project whose ID tokens are accepted (with AUTH_PROVIDER=firebase)'),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[^\s/:]+:\d{1,5}$/)
    .optional()
    .describe(
      'the Auth emulator as host:port, for a FIREBASE_PROJECT_ID that begins with demo- (its tokens are unsigned, so never in production)',
    ),
  FIREBASE_CHECK_REVOKED: z
    .enum(['on', 'platform', 'off'])
    .default('on')
    .describe(
      'on (needs GOOGLE_APPLICATION_CREDENTIALS), platform (uses the credentials of the Google platform it runs on) or off: whether disabled accounts and revoked sessions are looked up, once a minute per token (default on)',
    ),
  GOOGLE_APPLICATION_CREDENTIALS: z
    .string()
    .optional()
    .describe(
      'the path of the key file of a service account that may read accounts (firebaseauth.users.get), with FIREBASE_CHECK_REVOKED=on',
    ),
  OIDC_ISSUER: providerAddress
    .optional()
    .describe('the exact issuer of the tokens, an https address (with AUTH_PROVIDER=oidc); http on this machine only'),
  OIDC_AUDIENCE: z.string().optional().describe('the audience that tokens must name (with AUTH_PROVIDER=oidc)'),
  OIDC_JWKS_URL: providerAddress
    .optional()
    .describe(
      "the https address of the issuer's JSON Web Key Set (with AUTH_PROVIDER=oidc); http on this machine only",
    ),
}

/** The values of `authVariables`. */
export type AuthConfig = z.output<z.ZodObject<typeof authVariables>>

/** The complete configuration of the chosen provider. */
export type ProviderConfig =
  | { provider: 'firebase'; projectId: string; emulatorHost?: string; checkRevoked: boolean }
  | { provider: 'oidc'; issuer: string; audience: string; jwksUrl: string }

const requiredVariables = {
  firebase: ['FIREBASE_PROJECT_ID'],
  oidc: ['OIDC_ISSUER', 'OIDC_AUDIENCE', 'OIDC_JWKS_URL'],
} as const

type Variable = keyof typeof authVariables

/** Refinement of a service's configuration schema: everything that the chosen provider needs is set, and nothing dangerous is. */
export function authVariablesComplete(config: AuthConfig, context: z.core.$RefinementCtx): void {
  const variable = findInvalidVariable(config)
  if (variable) context.addIssue({ code: 'custom', path: [variable], message: descriptionOf(variable) })
}

/**
 * The configuration of the chosen provider.
 *
 * @throws {ConfigError} naming the variable that is missing for it, or that must not be combined with the others
 */
export function providerConfig(config: AuthConfig): ProviderConfig {
  const variable = findInvalidVariable(config)
  if (variable) throw invalidVariable(variable, config[variable], descriptionOf(variable))
  const required = (name: Variable): string => {
    const value = config[name]
    if (value === undefined) throw invalidVariable(name, value, descriptionOf(name))
    return value
  }
  if (config.AUTH_PROVIDER === 'oidc') {
    return {
      provider: 'oidc',
      issuer: required('OIDC_ISSUER'),
      audience: required('OIDC_AUDIENCE'),
      jwksUrl: required('OIDC_JWKS_URL'),
    }
  }
  const projectId = required('FIREBASE_PROJECT_ID')
  const checkRevoked = config.FIREBASE_CHECK_REVOKED !== 'off'
  return { provider: 'firebase', projectId, emulatorHost: config.FIREBASE_AUTH_EMULATOR_HOST, checkRevoked }
}

function findInvalidVariable(config: AuthConfig): Variable | undefined {
  const missing = requiredVariables[config.AUTH_PROVIDER].find(variable => config[variable] === undefined)
  if (missing || config.AUTH_PROVIDER !== 'firebase') return missing
  if (config.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    // Firebase reserves the prefix for projects without real resources, so no production system accepts unsigned tokens.
    return config.FIREBASE_PROJECT_ID?.startsWith('demo-') ? undefined : 'FIREBASE_AUTH_EMULATOR_HOST'
  }
  return config.FIREBASE_CHECK_REVOKED === 'on' && !isFile(config.GOOGLE_APPLICATION_CREDENTIALS)
    ? 'GOOGLE_APPLICATION_CREDENTIALS'
    : undefined
}

const isFile = (path: string | undefined): boolean =>
  path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true

const descriptionOf = (variable: Variable): string => authVariables[variable].meta()?.description ?? 'a valid value'
