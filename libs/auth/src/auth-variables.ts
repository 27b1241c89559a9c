import { statSync } from 'node:fs'
import { ConfigError } from '@campstore/core/config/load-config'
import { optional, problemLine, variable } from '@campstore/core/config/variable'
import { choice } from '@campstore/core/config/variables'
import { isSafeTransport } from '@campstore/core/loopback'
import { z } from 'zod'

/** An address that is trusted to identify people, so the connection must be safe from changes on the way. */
const providerAddress = z.url({ protocol: /^https?$/ }).refine(isSafeTransport)

/** The identity provider. Spread it into a service's schema and add `.check(authVariablesComplete)`. */
export const authVariables = {
  AUTH_PROVIDER: choice(['firebase', 'oidc'], 'firebase', 'issuer of the tokens of members and staff'),
  FIREBASE_PROJECT_ID: optional(
    variable(z.string().regex(/^[a-z0-9-]{4,64}$/), {
      description: 'the Firebase project whose ID tokens are accepted (with AUTH_PROVIDER=firebase)',
      rule: '4 to 64 lower-case letters, digits and hyphens',
      example: 'my-store',
    }),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: optional(
    variable(z.string().regex(/^[^\s/:]+:\d{1,5}$/), {
      description:
        'the Auth emulator, for a FIREBASE_PROJECT_ID that begins with demo- (its tokens are unsigned, so never in production)',
      rule: 'host:port',
      example: '127.0.0.1:9099',
    }),
  ),
  FIREBASE_CHECK_REVOKED: choice(
    ['on', 'platform', 'off'],
    'on',
    'whether to check for disabled accounts and revoked sessions, once a minute per token: on needs GOOGLE_APPLICATION_CREDENTIALS, platform uses the credentials of the Google platform',
  ),
  GOOGLE_APPLICATION_CREDENTIALS: variable(z.string().optional(), {
    description:
      'path of the key file of a service account that may read accounts (firebaseauth.users.get), with FIREBASE_CHECK_REVOKED=on',
    rule: 'a readable file',
    example: '/run/secrets/firebase.json',
  }),
  OIDC_ISSUER: variable(providerAddress.optional(), {
    description: 'the exact issuer of the tokens (with AUTH_PROVIDER=oidc)',
    rule: 'an https address; http on this machine only',
    example: 'https://id.example.com',
  }),
  OIDC_AUDIENCE: variable(z.string().optional(), {
    description: 'the audience that tokens must name (with AUTH_PROVIDER=oidc)',
    rule: 'a text',
    example: 'campstore',
  }),
  OIDC_JWKS_URL: variable(providerAddress.optional(), {
    description: "the issuer's JSON Web Key Set (with AUTH_PROVIDER=oidc)",
    rule: 'an https address; http on this machine only',
    example: 'https://id.example.com/.well-known/jwks.json',
  }),
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

/**
 * Check of a service's configuration schema: everything that the chosen provider needs is set, and nothing dangerous is. It also
 * runs when other variables are not valid, so that all problems are found at once.
 */
export const authVariablesComplete = z.superRefine<AuthConfig>(
  (config, context) => {
    for (const { name, problem } of findProblems(config))
      context.addIssue({ code: 'custom', path: [name], message: problem })
  },
  { when: () => true },
)

/**
 * The configuration of the chosen provider. Throws ConfigError naming the variable that is missing for it, or that must not be
 * combined with the others.
 */
export function providerConfig(config: AuthConfig): ProviderConfig {
  const refuse = (name: Variable, problem: string) => new ConfigError(problemLine(name, problem, authVariables[name]))
  const [first] = findProblems(config)
  if (first) throw refuse(first.name, first.problem)
  const required = (name: Variable): string => {
    const value = config[name]
    if (value === undefined) throw refuse(name, 'is not set')
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

function findProblems(config: AuthConfig): { name: Variable; problem: string }[] {
  // The provider itself may be invalid.
  const provider = authVariables.AUTH_PROVIDER.safeParse(config.AUTH_PROVIDER).data
  const required: readonly Variable[] = provider ? requiredVariables[provider] : []
  const missing = required.filter(name => config[name] === undefined).map(name => ({ name, problem: 'is not set' }))
  const unsafe = config.AUTH_PROVIDER === 'firebase' ? firebaseProblem(config) : undefined
  return unsafe ? [...missing, unsafe] : missing
}

function firebaseProblem(config: AuthConfig): { name: Variable; problem: string } | undefined {
  if (config.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    // Firebase reserves the prefix for projects without real resources, so no production system accepts unsigned tokens.
    if (config.FIREBASE_PROJECT_ID?.startsWith('demo-')) return undefined
    return { name: 'FIREBASE_AUTH_EMULATOR_HOST', problem: 'is set, but FIREBASE_PROJECT_ID does not begin with demo-' }
  }
  const file = config.GOOGLE_APPLICATION_CREDENTIALS
  if (config.FIREBASE_CHECK_REVOKED !== 'on' || isFile(file)) return undefined
  return { name: 'GOOGLE_APPLICATION_CREDENTIALS', problem: file === undefined ? 'is not set' : 'is not a file' }
}

function isFile(path: string | undefined): boolean {
  try {
    return path !== undefined && statSync(path).isFile()
  } catch {
    return false
  }
}
