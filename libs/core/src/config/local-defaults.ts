import { isLoopback, isSafeTransport } from '../loopback.ts'
import { brokerAddressesIn } from './broker-addresses.ts'
import type { Values } from './environment.ts'
import { weaknessInProduction, weaknessOf } from './secret-strength.ts'
import { secretVariables } from './unknown-variables.ts'

/** The secrets of `npm start` and the demonstration, which are public in the repository. */
export const localPassword = 'campstore'
export const localPaymentSecret = 'local-payment-secret'

/** The test shop that ECPay's documentation publishes for its test system. */
export const ecpayTestShop = {
  ECPAY_MERCHANT_ID: '3002607',
  ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_HASH_IV: 'EkRm7iFT261dpevs',
}
const ecpayTestHost = 'payment-stage.ecpay.com.tw'

/** The key pair of docker-compose.yml. */
const localInternalKeys = {
  private: 'MC4CAQAwBQYDK2VwBCIEINLyyhkxJHH3upfv1NTS4OVlNJ819OjCmgGr58cX3Fa9',
  public: 'MCowBQYDK2VwAyEAk6wbivby98cSKcwjA4CfJg4/W+GIDldaPTXoQJQ8RwY=',
}

/** The problem of a value where others reach the process; it completes "PAYMENT_SIGNING_SECRET …". */
type Check = (value: string, environment: Values) => string | undefined

/** Values that are for one machine only, by variable. */
const localOnly: Readonly<Record<string, Check>> = {
  PAYMENT_SIGNING_SECRET: value => knownSecret(value, localPaymentSecret),
  INTERNAL_TOKEN_PRIVATE_KEY: value => knownKey(value, localInternalKeys.private),
  INTERNAL_TOKEN_PUBLIC_KEYS: value => knownKey(value, localInternalKeys.public),
  FIREBASE_AUTH_EMULATOR_HOST: (_, environment) =>
    usesFirebase(environment) ? 'names the identity emulator, whose tokens anyone can forge' : undefined,
  FIREBASE_PROJECT_ID: (value, environment) =>
    usesFirebase(environment) && value.startsWith('demo-') ? 'is a demonstration project' : undefined,
  ECPAY_HASH_KEY: keyOfTestShop(ecpayTestShop.ECPAY_HASH_KEY),
  ECPAY_HASH_IV: keyOfTestShop(ecpayTestShop.ECPAY_HASH_IV),
}

/** Values that are for development only, wherever they are reached from. */
const developmentOnly: Readonly<Record<string, Check>> = {
  CATALOGUE_MOCK_FILE: () => 'is set, which shows products that do not exist',
  ECPAY_CHECKOUT_URL: address =>
    isSafeTransport(address) && !isLocal(address)
      ? undefined
      : 'is the address of a simulator, not an https address of ECPay',
  ECPAY_RETURN_URL: reachedHere,
  ECPAY_CLIENT_BACK_URL: reachedHere,
  ECPAY_ORDER_RESULT_URL: reachedHere,
}

/**
 * The problem of a variable that is for one machine only, or with a secret that can be guessed, although the process is reached
 * from outside: its HOST is not loopback, or NODE_ENV is production. Undefined when all is well.
 *
 * With NODE_ENV=development the address does not matter, for development in containers.
 *
 * @param environment values of all variables; HOST where it is absent is loopback
 * @returns a text without the value that completes "PAYMENT_SIGNING_SECRET …"
 */
export function unsafeValue(variable: string, environment: Values): string | undefined {
  const value = environment[variable]
  const exposed = exposedBy(environment)
  if (value === undefined || exposed === undefined) return undefined
  const inProduction = environment.NODE_ENV === 'production' ? developmentOnly[variable] : undefined
  const check = localOnly[variable] ?? inProduction
  const problem = check?.(value, environment) ?? unsafeSecret(variable, value)
  return problem && `${problem}, but ${exposed}`
}

/**
 * Every secret of a command's environment that {@link unsafeValue} refuses in production: a command listens on no address.
 * Returns a line for each, which names the variable and does not repeat its value.
 */
export const unsafeSecrets = (environment: Values): string[] =>
  secretVariables.flatMap(variable => {
    const problem = unsafeValue(variable, { ...environment, HOST: '' })
    return problem ? [`${variable} ${problem}.`] : []
  })

/** A default password, or a secret that can be guessed. Only an address may be without one. */
function unsafeSecret(variable: string, value: string): string | undefined {
  if (!secretVariables.includes(variable)) return undefined
  const secrets = secretsIn(variable, value)
  const known = knownPassword(secrets)
  if (known) return known
  // ECPay and managed servers give theirs.
  const kind = /^ECPAY_|_URL$/.test(variable) ? 'given' : 'own'
  const weakness = secrets
    .map(secret => weaknessOf(secret) ?? weaknessInProduction(secret, kind))
    .find(one => one !== undefined)
  return weakness && variable.endsWith('_URL') ? `has a password that ${weakness}` : weakness
}

function secretsIn(variable: string, value: string): string[] {
  if (variable === 'PAYMENT_SIGNING_SECRET') return value.split(',').map(secret => secret.trim())
  if (!variable.endsWith('_URL')) return [value]
  const passwords = brokerAddressesIn(value).flatMap(address =>
    // Without user and password the client of the broker logs in as guest.
    /^amqps?:/i.test(address) && !hasLogin(address) ? ['guest'] : passwordsOf(address),
  )
  return passwords.filter(password => password !== '')
}

function exposedBy({ NODE_ENV, HOST }: Values): string | undefined {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (!HOST || isLoopback(HOST) || NODE_ENV === 'development') return undefined
  return `HOST ${HOST} is reached from other machines`
}

/** ECPay's test system knows no other shop. */
function keyOfTestShop(key: string): Check {
  return (value, { ECPAY_CHECKOUT_URL }) =>
    isSame(value, key) && hostOf(ECPAY_CHECKOUT_URL) !== ecpayTestHost
      ? "belongs to ECPay's public test shop"
      : undefined
}

const hostOf = (address = ''): string => (URL.canParse(address) ? new URL(address).hostname : '')

/**
 * Whether a client connects to an address on its own machine. Besides the hosts of {@link isLoopback} these are names with a final
 * dot and unspecified addresses.
 */
function isLocal(address: string): boolean {
  const host = hostOf(address).replace(/\.$/, '')
  return isLoopback(host) || host.endsWith('.localhost') || /^(?:0\.0\.0\.0|\[::\]|\[::ffff:7f.*\])$/.test(host)
}

function reachedHere(address: string): string | undefined {
  return isLocal(address) ? 'is an address that only this machine can reach' : undefined
}

/** Base64 has several spellings of the same bytes. */
function knownKey(list: string, known: string): string | undefined {
  const spelled = list.split(',').map(key => Buffer.from(key, 'base64').toString('base64'))
  return knownSecret(spelled.join(','), known)
}

const knownSecret = (list: string, known: string): string | undefined =>
  list.split(',').some(secret => isSame(secret, known)) ? 'contains the local default, which is public' : undefined

const usesFirebase = ({ AUTH_PROVIDER }: Values): boolean => AUTH_PROVIDER !== 'oidc'

/** Ignores case: an attacker who tries a known secret tries it in capital letters too. */
const isSame = (secret: string, known: string): boolean => secret.trim().toLowerCase() === known.toLowerCase()

const knownPassword = (passwords: readonly string[]): string | undefined =>
  passwords.some(password => [localPassword, localPaymentSecret, 'guest'].some(known => isSame(password, known)))
    ? 'contains a default password, which is public'
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
