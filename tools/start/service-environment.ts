import { createInternalKeys } from '@campstore/auth/internal-keys'
import { ecpayTestShop, localPassword, localPaymentSecret } from '@campstore/core/config/local-defaults'
import { isLoopback } from '@campstore/core/loopback'
import { CliError } from '@campstore/local-servers/cli-error'
import { identityProject } from '@campstore/local-servers/identity'
import { checkoutPath, noReturnUrl } from '../payment-simulator/address.ts'
import type { StartSettings } from './settings.ts'

/** Addresses of the running servers, and the credentials of the services. */
export type Addresses = {
  adminUrl: string
  /** With the user of a service; undefined for a service that does not use the broker. */
  rabbitmqUrl(service: string): string | undefined
  redisUrl: string | undefined
  identityHost: string
  internalKeys: { INTERNAL_TOKEN_PRIVATE_KEY: string; INTERNAL_TOKEN_PUBLIC_KEYS: string }
}

type ShopSettings = Pick<StartSettings, 'gatewayPort' | 'paymentSimulatorPort'>

/**
 * The test shop of ECPay's documentation, for orders; bookings have a form where the environment names a shop. Its payment forms go
 * to the simulator, which publishes notifications itself unless ECPAY_RETURN_URL is set. The way back leads to the console.
 */
const testShop = ({ gatewayPort, paymentSimulatorPort }: ShopSettings): NodeJS.ProcessEnv => ({
  ECPAY_CHECKOUT_URL: `http://127.0.0.1:${paymentSimulatorPort}${checkoutPath}`,
  ECPAY_CLIENT_BACK_URL: `http://127.0.0.1:${gatewayPort}/staff/{kind}s/{id}`,
  ...ecpayTestShop,
  ECPAY_RETURN_URL: noReturnUrl,
})

/** The local defaults of every process; the environment overrides them. */
function commonEnvironment(addresses: Addresses, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
    CORS_ORIGINS: 'loopback',
    PAYMENT_SIGNING_SECRET: localPaymentSecret,
    AUTH_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: identityProject,
    NODE_ENV: 'development',
    ...withoutCredentials(environment),
    // Local secrets are public, so only the gateway, which has none, may listen on other addresses.
    HOST: '127.0.0.1',
    FIREBASE_AUTH_EMULATOR_HOST: addresses.identityHost,
    ...(addresses.redisUrl === undefined ? {} : { REDIS_URL: addresses.redisUrl }),
  }
}

/** Configuration of a service: its own login role on the database, its own port. */
export function serviceEnvironment(
  service: StartSettings['services'][number],
  settings: ShopSettings & Pick<StartSettings, 'services'>,
  addresses: Addresses,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const common = commonEnvironment(addresses, environment)
  const database = new URL(addresses.adminUrl)
  database.username = `campstore_${service.name}`
  database.password = environment[`${service.name.toUpperCase()}_DATABASE_PASSWORD`] || localPassword
  const { INTERNAL_TOKEN_PRIVATE_KEY, INTERNAL_TOKEN_PUBLIC_KEYS } = addresses.internalKeys
  const rabbitmqUrl = addresses.rabbitmqUrl(service.name)
  return {
    ...(service.name === 'checkout' && testShop(settings)),
    ...common,
    ...addressesOf(settings),
    // With the private key a service can sign calls as each of the administrators.
    ...(service.name === 'admin' ? { INTERNAL_TOKEN_PRIVATE_KEY } : { INTERNAL_TOKEN_PUBLIC_KEYS }),
    DATABASE_URL: database.href,
    ...(rabbitmqUrl && { RABBITMQ_URL: rabbitmqUrl }),
    PORT: String(service.port),
    METRICS_PORT: String(service.metricsPort ?? ''),
  }
}

/** The address of each service: `BOOKING_URLS` and so on. */
const addressesOf = ({ services }: Pick<StartSettings, 'services'>): NodeJS.ProcessEnv =>
  Object.fromEntries(services.map(({ name, port }) => [`${name.toUpperCase()}_URLS`, `http://127.0.0.1:${port}`]))

/** The keys of internal calls: from the environment if it has both, or new ones at each start. */
export function internalKeysOf(environment: NodeJS.ProcessEnv): Addresses['internalKeys'] {
  const { INTERNAL_TOKEN_PRIVATE_KEY, INTERNAL_TOKEN_PUBLIC_KEYS } = environment
  if (INTERNAL_TOKEN_PRIVATE_KEY && INTERNAL_TOKEN_PUBLIC_KEYS)
    return { INTERNAL_TOKEN_PRIVATE_KEY, INTERNAL_TOKEN_PUBLIC_KEYS }
  return createInternalKeys().environment
}

/** Configuration of the gateway: the address of each service. */
export function gatewayEnvironment(
  settings: Pick<StartSettings, 'gatewayPort' | 'metricsPort' | 'services' | 'paymentSimulatorPort'>,
  addresses: Addresses,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const common = commonEnvironment(addresses, environment)
  return {
    ...common,
    ...addressesOf(settings),
    HOST: gatewayHost(environment),
    ALLOWED_HOSTS: environment.ALLOWED_HOSTS ?? (gatewayHost(environment) === '127.0.0.1' ? 'loopback' : ''),
    PORT: String(settings.gatewayPort),
    METRICS_PORT: String(settings.metricsPort ?? ''),
  }
}

/** Configuration of the payment simulator, with the broker's user of the payment service. */
export function simulatorEnvironment(
  settings: StartSettings,
  addresses: Addresses,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...testShop(settings),
    ...commonEnvironment(addresses, environment),
    RABBITMQ_URL: addresses.rabbitmqUrl('payment'),
    PORT: String(settings.paymentSimulatorPort),
  }
}

/** The gateway listens on loopback or on all addresses. Some shells export the machine's name as HOST, which is ignored. */
const gatewayHost = ({ HOST }: NodeJS.ProcessEnv): string => (HOST === '0.0.0.0' || HOST === '::' ? HOST : '127.0.0.1')

/** A warning for a gateway that other machines can reach; undefined otherwise. */
export function exposureWarning(environment: NodeJS.ProcessEnv): string | undefined {
  const host = gatewayHost(environment)
  return isLoopback(host)
    ? undefined
    : `Warning: the gateway listens on ${host}. Anyone who can reach it can sign in as each member and administrator, because the identity emulator's tokens are not signed.`
}

/** @throws {CliError} when NODE_ENV is production: `npm start` uses secrets of the repository, and the identity emulator */
export function refuseProduction({ NODE_ENV }: NodeJS.ProcessEnv): void {
  if (NODE_ENV !== 'production') return
  throw new CliError(
    'NODE_ENV is production, but npm start uses local default secrets and the identity emulator. Unset NODE_ENV, or start each service with your own secrets (.env.example).',
  )
}

/** Addresses and passwords of the launcher, which services must not get. */
const credentials =
  /^(?:DATABASE_ADMIN_URL|RABBITMQ_URL|RABBITMQ_ADMIN_URL|RABBITMQ_MANAGEMENT_URL|INTERNAL_TOKEN_PRIVATE_KEY|[A-Z]+_(?:DATABASE|BROKER)_PASSWORD)$/

const withoutCredentials = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !credentials.test(name)))
