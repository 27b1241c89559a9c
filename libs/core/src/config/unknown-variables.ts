import { closest, distance } from 'fastest-levenshtein'
import { fileVariable, givenVariables } from './environment.ts'
import known from './known-variables.json' with { type: 'json' }

export const secretVariables: readonly string[] = known.secret

const names = [...known.plain, ...known.secret]
const ours = [...names, ...known.secret.map(fileVariable)]
const knownNames = new Set([...ours, ...known.compose])

const prefixOf = (name: string): string => name.slice(0, name.indexOf('_') + 1)
const knownPrefixes = new Set(names.map(prefixOf).filter(prefix => prefix !== ''))

/** Of Node, Google's libraries, OpenTelemetry and the images of the servers, whose other variables are none of ours. */
const foreign =
  /^(?:NODE|GOOGLE|OTEL|POSTGRES)_|^RABBITMQ_(?:DEFAULT_\w+|NODENAME|ERLANG_COOKIE)$|^FIREBASE_(?:CONFIG|EMULATOR_\w+)$/

/** The variables that Kubernetes sets for a Service named `booking` unless a pod has `enableServiceLinks: false`. */
const serviceLink = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/

/** Variables of earlier versions with their replacements; '' if the value is now fixed. */
const removed = new Map(
  Object.entries({
    CATALOGUE_MOCK_FILE: 'CATALOGUE_MODE',
    DATABASE_URL: 'DATABASE_PREPARED_STATEMENTS',
    ECPAY_MERCHANT_ID: 'BOOKING_PAYMENT_FORM',
    FIREBASE_AUTH_EMULATOR_HOST: 'DOCS_IDENTITY_EMULATOR',
    MAX_CONNECTIONS: 'MAX_STREAMS',
    MAX_CONNECTIONS_PER_CLIENT: 'MAX_STREAMS_PER_CLIENT',
    METRICS_PORT: 'METRICS_HOST',
    NODE_ENV: 'ALLOW_LOCAL_SECRETS RESPONSE_CHECK WEBHOOK_PRIVATE_ADDRESSES',
    PATH: 'PG_DUMP',
    PAYMENT_BROKER_PASSWORD: 'PAYMENT_RABBITMQ_URL',
    PORT: 'BOOKING_PORT PRODUCTS_PORT CHECKOUT_PORT ME_PORT ADMIN_PORT PAYMENT_SIMULATOR_PORT POSTGRES_PORT RABBITMQ_PORT RABBITMQ_MANAGEMENT_PORT REDIS_PORT IDENTITY_PORT GATEWAY_URL PUBLISHED_PORTS',
    UPSTREAM_TIMEOUT_MS: 'OWNER_TIMEOUT_MS UPSTREAM_CONNECTIONS UPSTREAM_SILENCE_MS UPSTREAM_WAIT_MS',
    '': 'DATABASE_BACKGROUND_POOL_SIZE DATABASE_STAFF_POOL_SIZE MAX_STREAMS_PER_MEMBER PAYMENT_SIGNATURE_TOLERANCE_SECONDS',
  }).flatMap(([successor, names]) => names.split(' ').map(name => [name, successor])),
)

/** How many characters of a name may be wrong, and how long it must be at least, to be taken for a typing error. */
const typingErrors = 2
const leastLength = 8

/**
 * Variables that no process reads but that look like ours: they begin like one of ours, or differ from one by at most two
 * characters.
 *
 * @returns a sentence for each, with the name that is probably meant, or has taken its place
 */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(givenVariables(environment))
    .filter(name => !knownNames.has(name) && !serviceLink.test(name))
    .flatMap(name => {
      const successor = removed.get(name.replace(/_FILE$/, ''))
      if (successor !== undefined)
        return [
          `${name} is not a configuration variable. ${successor ? `It follows ${successor}` : 'Its value is fixed'} now.`,
        ]
      const nearest = closest(name, ours)
      const isNear = name.length >= leastLength && distance(name, nearest) <= typingErrors
      const looksLikeOurs = knownPrefixes.has(prefixOf(name)) && !foreign.test(name)
      if (!isNear && !looksLikeOurs) return []
      return [`${name} is not a configuration variable. Did you mean ${nearest}?`]
    })
    .toSorted()
}
