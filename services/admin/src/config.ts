import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { internalTokenSigning } from '@campstore/auth/internal-keys'
import { urlList, wholeNumber } from '@campstore/core/config/variables'
import { serviceVariables } from '@campstore/service/config'
import { z } from 'zod'

const isBase = (url: string): boolean => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#]/.test(url)

const owner = (service: string) => {
  const wanted = `addresses of the ${service} service, none if there is no such service yet`
  return urlList(wanted)
    .refine(urls => urls.every(isBase))
    .describe(`${wanted}: http(s)://host:port without a path, separated by commas`)
}

/** Everything that configures the admin service. */
export const adminConfig = z
  .object({
    ...serviceVariables,
    ...internalTokenSigning,
    BOOKING_URLS: owner('booking'),
    PRODUCTS_URLS: owner('products'),
    CHECKOUT_URLS: owner('checkout'),
    ME_URLS: owner('me'),
    OWNER_TIMEOUT_MS: wholeNumber(
      10,
      600_000,
      8_000,
      'milliseconds that other services have to answer an administrator, fewer than the gateway waits',
    ),
  })
  .superRefine(authVariablesComplete)

/** The values of {@link adminConfig}. */
export type AdminConfig = z.output<typeof adminConfig>
