import { isIP } from 'node:net'
import { processVariables, redisVariables, textList, urlList, wholeNumber } from '@campstore/config/variables'
import { z } from 'zod'

const isOrigin = (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text)

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

const isBase = (url: string): boolean =>
  URL.canParse(url) && new URL(url).pathname === '/' && !url.includes('?') && !url.includes('#')

/** The gateway sends the client's path unchanged, so an upstream address ends where its path would begin. */
const upstreams = (service: string) => {
  const wanted = `addresses of the ${service} service, none if there is no such service yet`
  return urlList(wanted)
    .refine(urls => urls.every(isBase))
    .describe(`${wanted}: http(s)://host:port without a path, separated by commas`)
}

/** Configuration of the gateway, one field per environment variable. */
export const gatewayConfig = z.object({
  ...processVariables,
  ...redisVariables,
  PORT: wholeNumber(0, 65535, 8080, 'the port to listen on'),
  BOOKING_URLS: upstreams('booking'),
  PRODUCTS_URLS: upstreams('products'),
  CHECKOUT_URLS: upstreams('checkout'),
  ME_URLS: upstreams('me'),
  ADMIN_URLS: upstreams('admin'),
  UPSTREAM_TIMEOUT_MS: wholeNumber(10, 600_000, 10_000, 'milliseconds that a service has to answer'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000, 0, 'requests of one client in a minute, 0 for no limit'),
  CORS_ORIGINS: textList
    .refine(origins => origins.every(isOrigin))
    .describe('origins of browsers that may call, separated by commas (https://shop.example), or *'),
  TRUSTED_PROXY: textList
    .refine(networks => networks.every(isNetwork))
    .describe(
      'addresses or networks (10.0.0.0/8) of the proxies whose x-forwarded-for is believed, separated by commas',
    ),
})

/** The gateway's configuration, validated. */
export type GatewayConfig = z.output<typeof gatewayConfig>
