import { serviceUrls } from '@campstore/core/config/service-urls'
import { processVariables, redisVariables, textList, wholeNumber } from '@campstore/core/config/variables'
import { createClientReader } from '@campstore/http/client-address'
import { z } from 'zod'
import { isOrigin, loopbackOrigins } from './cors.ts'

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

/** Configuration of the gateway, one field per environment variable. */
export const gatewayConfig = z.object({
  ...processVariables,
  ...redisVariables,
  PORT: wholeNumber(0, 65535, 8080, 'the port to listen on'),
  BOOKING_URLS: serviceUrls('booking'),
  PRODUCTS_URLS: serviceUrls('products'),
  CHECKOUT_URLS: serviceUrls('checkout'),
  ME_URLS: serviceUrls('me'),
  ADMIN_URLS: serviceUrls('admin'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(10, 600_000, 10_000, 'timeout of a request to a service, in milliseconds'),
  UPSTREAM_SILENCE_MS: wholeNumber(
    0,
    600_000,
    1_500,
    'milliseconds without any response, also to its health check, after which a process of a service counts as frozen; 0: never',
  ),
  UPSTREAM_CONNECTIONS: wholeNumber(1, 10_000, 256, 'maximum of connections to each process of a service'),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000, 10_000, 'maximum of client connections; further ones are closed at once'),
  MAX_CONCURRENT_REQUESTS: wholeNumber(
    1,
    1_000_000,
    2_000,
    'maximum of requests in progress, half of them for one service; further ones get a 503',
  ),
  NODE_ENV: z.string().default('').describe('production sets the default of RATE_LIMIT_PER_MINUTE'),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      `requests per client and minute, 0: no limit, a whole number from 0 to 1000000 (default ${productionRate} with NODE_ENV=production, otherwise 0)`,
    ),
  DOCS_IDENTITY_EMULATOR: z
    .string()
    .regex(/^[A-Za-z0-9.-]+:\d{1,5}$/)
    .optional()
    .describe('host:port of the identity emulator where the page /docs signs in; without it, a token is pasted there'),
  CORS_ORIGINS: textList
    .refine(origins => origins.every(namesOrigins))
    .describe(
      'origins whose pages may call the API, comma-separated (https://shop.example); loopback: every port of localhost, 127.0.0.1 and [::1]; *: all; none unless set, loopback under npm start',
    ),
  TRUSTED_PROXY: textList
    .refine(networks => networks.every(isProxyNetwork))
    .describe('addresses or networks (10.0.0.0/8) of trusted proxies, comma-separated; their x-forwarded-for is used'),
})

/** The gateway's configuration, validated. */
export type GatewayConfig = z.output<typeof gatewayConfig>

/** The limit of requests per client and minute; 0 for none (docs/contract/limits.md#rate-limits). */
export const ratePerMinute = ({ RATE_LIMIT_PER_MINUTE, NODE_ENV }: GatewayConfig): number =>
  RATE_LIMIT_PER_MINUTE ?? (NODE_ENV === 'production' ? productionRate : 0)
