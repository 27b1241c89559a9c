import { isLoopback } from '../loopback.ts'

/** What `npm start` and the demonstration use: everybody can read it in the repository. */
export const localPassword = 'campstore'
export const localPaymentSecret = 'local-payment-secret'

/** Values that are for one machine only, by variable; what is said completes "PAYMENT_SIGNING_SECRET …". */
const localOnly: Readonly<Record<string, (value: string, environment: NodeJS.ProcessEnv) => string | undefined>> = {
  PAYMENT_SIGNING_SECRET: value =>
    value.split(',').some(secret => secret.trim() === localPaymentSecret)
      ? 'contains the local default, which everybody knows'
      : undefined,
  DATABASE_URL: address => knownPassword(passwordsOf(address)),
  // Without user and password the client logs in as guest.
  RABBITMQ_URL: address => knownPassword(hasLogin(address) ? passwordsOf(address) : ['guest']),
  FIREBASE_AUTH_EMULATOR_HOST: (_, environment) =>
    usesFirebase(environment) ? 'names the identity emulator, whose tokens anybody can make' : undefined,
  FIREBASE_PROJECT_ID: (value, environment) =>
    usesFirebase(environment) && value.startsWith('demo-') ? 'is a demonstration project' : undefined,
}

/**
 * Which variable holds something that is for one machine only, although the process is reached from outside: its HOST is not
 * loopback, or NODE_ENV is production. Undefined when all is well.
 *
 * With ALLOW_LOCAL_SECRETS=yes the address does not matter, for development in containers; NODE_ENV=production still does.
 *
 * @param variables those that the process reads
 * @param environment values of all variables; HOST where it is absent is loopback
 * @returns a line that names the variable, never its value
 */
export function localDefaultInUse(variables: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const exposed = exposedBy(environment)
  if (exposed === undefined) return undefined
  for (const variable of variables) {
    const value = environment[variable]
    const problem = value && localOnly[variable]?.(value, environment)
    if (problem) return `${variable} ${problem}: set it to a value of your own, because ${exposed}`
  }
  return undefined
}

function exposedBy({ NODE_ENV, HOST, ALLOW_LOCAL_SECRETS }: NodeJS.ProcessEnv): string | undefined {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (!HOST || isLoopback(HOST) || ALLOW_LOCAL_SECRETS === 'yes') return undefined
  return `HOST ${HOST} is reached from other machines`
}

const usesFirebase = ({ AUTH_PROVIDER }: NodeJS.ProcessEnv): boolean => AUTH_PROVIDER !== 'oidc'

const knownPassword = (passwords: readonly string[]): string | undefined =>
  passwords.some(password => [localPassword, 'guest'].includes(password))
    ? 'contains a default password, which everybody knows'
    : undefined

/** Both are read by the driver of PostgreSQL: the password before the host, and a parameter of that name. */
function passwordsOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  return [decoded(password), ...searchParams.getAll('password')]
}

function hasLogin(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** A `%` that begins no escape stands for itself: the connection refuses such an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
