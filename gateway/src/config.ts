import { authVariables } from '@campstore/auth/auth-variables'
import { serviceUrls } from '@campstore/core/config/service-urls'
import { optional, variable } from '@campstore/core/config/variable'
import {
  integer,
  processVariables,
  redisVariables,
  textList,
  upstreamTimeout,
  wholeNumber,
} from '@campstore/core/config/variables'
import { createClientReader } from '@campstore/http/client-address'
import { z } from 'zod'
import { isOrigin, loopbackOrigins } from './cors.ts'
import type { RateLimits } from './rate-limit.ts'

const namesOrigins = (text: string): boolean => text === '*' || text === loopbackOrigins || isOrigin(text)

const isProxyNetwork = (text: string): boolean => {
  try {
    createClientReader([text])
    return true
  } catch {
    return false
  }
}

/** Default of the requests per client and minute in production: ten per second on average. */
const productionRate = 600

/** Default of a client's requests in progress in production: more than a browser sends at once, and three seconds of its rate. */
const productionRequestsAtOnce = 32
/** Default of the checkouts per client and quarter of an hour in production: many customers may share one address. */
const productionHolds = 120

/** Configuration of the gateway, one field per environment variable. */
export const gatewayConfig = z.object({
  ...processVariables,
  ...redisVariables,
  PORT: wholeNumber(0, 65535, 8080, 'the port to listen on'),
  BOOKING_URLS: serviceUrls('booking', 8081),
  PRODUCTS_URLS: serviceUrls('products', 8082),
  CHECKOUT_URLS: serviceUrls('checkout', 8083),
  ME_URLS: serviceUrls('me', 8084),
  ADMIN_URLS: serviceUrls('admin', 8085),
  UPSTREAM_TIMEOUT_MS: upstreamTimeout,
  FIREBASE_AUTH_EMULATOR_HOST: authVariables.FIREBASE_AUTH_EMULATOR_HOST,
  MAX_CONNECTIONS: wholeNumber(
    1,
    1_000_000,
    10_000,
    'maximum number of client connections; others are closed at once; half of them may be streams of events',
  ),
  MAX_CONNECTIONS_PER_CLIENT: variable(integer(0, 1_000_000).optional(), {
    description:
      'maximum number of connections from one client address, except trusted proxies; 0: no limit; in production a tenth of it is the limit for streams of events; unless set, a tenth of MAX_CONNECTIONS with NODE_ENV=production and otherwise half',
    rule: 'a whole number from 0 to 1000000',
    example: '1000',
  }),
  MAX_CONCURRENT_REQUESTS: wholeNumber(
    1,
    1_000_000,
    2_000,
    'maximum number of requests in progress, at most half of them for one service; others get a 503',
  ),
  MAX_CONCURRENT_REQUESTS_PER_CLIENT: variable(integer(0, 1_000_000).optional(), {
    description: `maximum number of requests in progress from one client address; others get a 429; 0: no limit; unless set, ${productionRequestsAtOnce} with NODE_ENV=production and otherwise 0`,
    rule: 'a whole number from 0 to 1000000',
    example: String(productionRequestsAtOnce),
  }),
  RATE_LIMIT_PER_MINUTE: variable(integer(0, 1_000_000).optional(), {
    description: `requests per client and minute; 0: no limit; unless set, ${productionRate} with NODE_ENV=production and otherwise 0`,
    rule: 'a whole number from 0 to 1000000',
    example: String(productionRate),
  }),
  HOLD_LIMIT_PER_ADDRESS: variable(integer(0, 1_000_000).optional(), {
    description: `checkouts per client address and quarter of an hour, including refused and repeated ones; 0: no limit; unless set, ${productionHolds} with NODE_ENV=production and otherwise 0`,
    rule: 'a whole number from 0 to 1000000',
    example: String(productionHolds),
  }),
  AUTH_PROVIDER: authVariables.AUTH_PROVIDER,
  OIDC_ISSUER: authVariables.OIDC_ISSUER,
  CONSOLE_FIREBASE_API_KEY: optional(
    variable(z.string().regex(/^[\w-]{1,100}$/), {
      description:
        'the web API key of the Firebase project for signing in at /staff; it is public, and not needed with the emulator',
      rule: 'letters, digits, _ and -',
      example: 'AIzaSyExample',
    }),
  ),
  CONSOLE_OIDC_CLIENT_ID: variable(z.string().optional(), {
    description:
      'the public client (code and PKCE) for signing in at /staff, with AUTH_PROVIDER=oidc; its redirect address is <gateway>/staff/signed-in',
    rule: 'a text',
    example: 'campstore-staff',
  }),
  CONSOLE_OIDC_SCOPES: variable(
    z
      .string()
      .regex(/^openid( [\x21-\x7e]+)*$/)
      .default('openid email profile'),
    {
      description:
        'the scopes for signing in at /staff; offline_access, if the issuer supports it, renews tokens without a new sign-in',
      rule: 'openid and further scopes, separated by spaces',
      example: 'openid email profile offline_access',
    },
  ),
  CORS_ORIGINS: variable(
    textList.refine(origins => origins.every(namesOrigins)),
    {
      description: 'the origins whose pages may call the API; none unless set, loopback under npm start',
      rule: 'origins separated by commas (https://shop.example); loopback: every port of localhost, 127.0.0.1 and [::1]; *: all',
      example: 'https://shop.example',
    },
  ),
  ALLOWED_HOSTS: variable(
    textList.refine(hosts => hosts.every(host => /^[A-Za-z0-9._-]+$/.test(host))),
    {
      description: 'the names that the gateway accepts in the Host header; all unless set, loopback under npm start',
      rule: 'host names separated by commas, without ports; loopback: localhost, 127.0.0.1 and [::1]',
      example: 'shop.example',
    },
  ),
  TRUSTED_PROXY: variable(
    textList.refine(networks => networks.every(isProxyNetwork)),
    {
      description: 'the proxies whose x-forwarded-for is trusted',
      rule: 'addresses or networks separated by commas',
      example: '10.0.0.0/8',
    },
  ),
})

export type GatewayConfig = z.output<typeof gatewayConfig>

/** The limits per client; 0 for none (docs/contract/limits.md#rate-limits). */
export const rateLimits = ({ RATE_LIMIT_PER_MINUTE, HOLD_LIMIT_PER_ADDRESS, NODE_ENV }: GatewayConfig): RateLimits => {
  const isProduction = NODE_ENV === 'production'
  return {
    perMinute: RATE_LIMIT_PER_MINUTE ?? (isProduction ? productionRate : 0),
    holds: HOLD_LIMIT_PER_ADDRESS ?? (isProduction ? productionHolds : 0),
  }
}

/** The limit of a client's requests in progress; 0 for none (docs/contract/limits.md#rate-limits). */
export const requestsPerClient = ({ MAX_CONCURRENT_REQUESTS_PER_CLIENT, NODE_ENV }: GatewayConfig): number =>
  MAX_CONCURRENT_REQUESTS_PER_CLIENT ?? (NODE_ENV === 'production' ? productionRequestsAtOnce : 0)

/**
 * The limits of open streams of events, in all and of one client; 0 for none (docs/contract/live.md#limits). A stream keeps its
 * connection, so some are left for others; in production many customers may share one address, with a tab or two each.
 */
export const streamLimits = (config: GatewayConfig) => ({
  streams: Math.ceil(config.MAX_CONNECTIONS / 2),
  streamsPerClient: config.NODE_ENV === 'production' ? Math.ceil(connectionsPerClient(config) / 10) : 0,
})

/** How the gateway treats the processes of a service, in milliseconds (docs/architecture/requests.md#through-the-gateway). */
export const upstreamLimits = ({ UPSTREAM_TIMEOUT_MS }: GatewayConfig) => ({
  /** Of each process. */
  connections: 256,
  /** Without any response, also to its health check, a process counts as frozen. */
  silenceMs: Math.ceil(UPSTREAM_TIMEOUT_MS * 0.15),
  /** How long requests wait if no process can be reached, as during a restart. */
  waitMs: Math.min(5_000, Math.ceil(UPSTREAM_TIMEOUT_MS / 2)),
})

/** The limit of a client's connections; 0 for none. */
export const connectionsPerClient = (config: GatewayConfig): number =>
  config.MAX_CONNECTIONS_PER_CLIENT ?? Math.ceil(config.MAX_CONNECTIONS / (config.NODE_ENV === 'production' ? 10 : 2))
