import { variable } from './variable.ts'
import { urlList } from './variables.ts'

/** An address to which the caller adds the path. */
const isBaseUrl = (url: string): boolean => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#]/.test(url)

/** The processes of a service, as a comma-separated list of base addresses; empty means that it is not deployed. */
export const serviceUrls = (service: string, port: number) => {
  const description = `the processes of the ${service} service, one for each address of a host name; empty if it is not deployed`
  return variable(
    urlList(description).refine(urls => urls.every(isBaseUrl)),
    {
      description,
      rule: 'base URLs separated by commas, http(s)://host:port without a path',
      example: `http://127.0.0.1:${port}`,
    },
  )
}
