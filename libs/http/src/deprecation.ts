import type { Deprecation } from '@campstore/contract/route'

/**
 * The headers of a deprecated route: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the page about what to use
 * instead. Throws for an invalid date.
 */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(instant(since).getTime() / 1000)}`,
  sunset: instant(sunset).toUTCString(),
  link: `<${link}>; rel="deprecation"`,
})

function instant(text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new Error(`A deprecated route has "${text}" where a date must be`)
  return date
}
