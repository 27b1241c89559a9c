import { ConfigError } from '@campstore/config/load-config'
import { z } from 'zod'

/** Whose tokens are trusted. Spread into a service's schema and add `.superRefine(authVariablesComplete)`. */
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
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the exact issuer of the tokens, an http address (with AUTH_PROVIDER=oidc)'),
  OIDC_AUDIENCE: z.string().optional().describe('the audience that tokens must name (with AUTH_PROVIDER=oidc)'),
  OIDC_JWKS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the address of the issuer's JSON Web Key Set (with AUTH_PROVIDER=oidc)"),
}

/** The values of `authVariables`. */
export type AuthConfig = z.output<z.ZodObject<typeof authVariables>>

/** What a chosen provider needs, complete. */
export type ProviderConfig =
  | { provider: 'firebase'; projectId: string; emulatorHost?: string }
  | { provider: 'oidc'; issuer: string; audience: string; jwksUrl: string }

const neededBy = {
  firebase: ['FIREBASE_PROJECT_ID'],
  oidc: ['OIDC_ISSUER', 'OIDC_AUDIENCE', 'OIDC_JWKS_URL'],
} as const

type Variable = keyof typeof authVariables

/** Refinement of a service's configuration schema: what the chosen provider needs is there, and nothing dangerous is. */
export function authVariablesComplete(config: AuthConfig, context: z.core.$RefinementCtx): void {
  const wrong = firstWrong(config)
  if (wrong) context.addIssue({ code: 'custom', path: [wrong], message: wants(wrong) })
}

/**
 * The configuration of the chosen provider.
 *
 * @throws {ConfigError} naming the variable that is missing for it, or that must not go with the others
 */
export function providerConfig(config: AuthConfig): ProviderConfig {
  const wrong = firstWrong(config)
  if (wrong && config[wrong] !== undefined) throw new ConfigError(`${wrong} is not valid: it wants ${wants(wrong)}`)
  const needed = (variable: Variable): string => {
    const value = config[variable]
    if (value === undefined) throw new ConfigError(`${variable} is missing: it wants ${wants(variable)}`)
    return value
  }
  if (config.AUTH_PROVIDER === 'oidc') {
    return {
      provider: 'oidc',
      issuer: needed('OIDC_ISSUER'),
      audience: needed('OIDC_AUDIENCE'),
      jwksUrl: needed('OIDC_JWKS_URL'),
    }
  }
  const projectId = needed('FIREBASE_PROJECT_ID')
  return { provider: 'firebase', projectId, emulatorHost: config.FIREBASE_AUTH_EMULATOR_HOST }
}

function firstWrong(config: AuthConfig): Variable | undefined {
  const missing = neededBy[config.AUTH_PROVIDER].find(variable => config[variable] === undefined)
  if (missing) return missing
  const emulated = config.AUTH_PROVIDER === 'firebase' && config.FIREBASE_AUTH_EMULATOR_HOST !== undefined
  // Firebase keeps the prefix for projects without real resources: nobody's production accepts unsigned tokens by mistake.
  return emulated && !config.FIREBASE_PROJECT_ID?.startsWith('demo-') ? 'FIREBASE_AUTH_EMULATOR_HOST' : undefined
}

const wants = (variable: Variable): string => authVariables[variable].meta()?.description ?? 'a valid value'
