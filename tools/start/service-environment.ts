import { identityProject } from '../infrastructure/identity.ts'
import type { ServiceName, StartSettings } from './settings.ts'

/** Addresses of the running infrastructure. */
export type Addresses = { adminUrl: string; rabbitmqUrl: string; redisUrl: string | undefined; identityHost: string }

/** The payment provider's public stage, with the test shop of its documentation; nobody is charged. */
const paymentStage = {
  ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  ECPAY_MERCHANT_ID: '3002607',
  ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_HASH_IV: 'EkRm7iFT261dpevs',
  ECPAY_RETURN_URL: 'http://127.0.0.1:8080/no-payment-service-here',
}

/** The local defaults of every process (decisions, section 11); what is set in the environment goes before them. */
function commonEnvironment(addresses: Addresses, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
    PAYMENT_SIGNING_SECRET: 'local-payment-secret',
    INTERNAL_TOKEN_SECRET: 'local-internal-token-secret-of-npm-start',
    AUTH_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: identityProject,
    ...paymentStage,
    ...environment,
    // Some shells export the machine's name as HOST, which nobody meant for us.
    HOST: environment.HOST === '0.0.0.0' || environment.HOST === '::' ? environment.HOST : '127.0.0.1',
    RABBITMQ_URL: addresses.rabbitmqUrl,
    FIREBASE_AUTH_EMULATOR_HOST: addresses.identityHost,
    ...(addresses.redisUrl === undefined ? {} : { REDIS_URL: addresses.redisUrl }),
    LOG_FORMAT: 'json', // the launcher makes it readable
  }
}

/** Configuration of a service: its own login role on the database, its own port. */
export function serviceEnvironment(
  service: { name: ServiceName; port: number },
  settings: Pick<StartSettings, 'services'>,
  addresses: Addresses,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { DATABASE_ADMIN_URL: _, ...common } = commonEnvironment(addresses, environment)
  const database = new URL(addresses.adminUrl)
  database.username = `campstore_${service.name}`
  database.password = environment[`${service.name.toUpperCase()}_DATABASE_PASSWORD`] || 'campstore'
  return { ...common, ...addressesOf(settings), DATABASE_URL: database.href, PORT: String(service.port) }
}

/** Where each service that there is can be reached: `BOOKING_URLS` and so on. */
const addressesOf = ({ services }: Pick<StartSettings, 'services'>): NodeJS.ProcessEnv =>
  Object.fromEntries(services.map(({ name, port }) => [`${name.toUpperCase()}_URLS`, `http://127.0.0.1:${port}`]))

/** Configuration of the gateway: where each service that there is can be reached. */
export function gatewayEnvironment(
  settings: StartSettings,
  addresses: Addresses,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { DATABASE_ADMIN_URL: _, ...common } = commonEnvironment(addresses, environment)
  return { ...common, ...addressesOf(settings), PORT: String(settings.gatewayPort) }
}
