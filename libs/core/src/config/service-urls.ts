import { urlList } from './variables.ts'

/** An address to which the caller adds the path. */
const isBaseUrl = (url: string): boolean => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#]/.test(url)

/** The processes of a service, as a comma-separated list of base addresses; empty means that it is not deployed. */
export const serviceUrls = (service: string) =>
  urlList(`base URLs of the ${service} service`)
    .refine(urls => urls.every(isBaseUrl))
    .describe(
      `base URLs of the ${service} service, comma-separated (http(s)://host:port, no path); empty: not deployed`,
    )
