import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { errorAt } from '@campstore/contract/errors'
import { type PlainTextKey, text } from '@campstore/contract/texts/text'
import { isLoopback } from '@campstore/core/loopback'
import { mayBeCalled, type PrivateAddresses } from './public-address.ts'

/** Longest wait for the addresses of a host, in milliseconds. */
const lookupTimeoutMs = 5_000

/** Where requests to a host may go, or why nowhere. */
export type Target = { lookup: LookupFunction } | { error: string }

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/**
 * Refuses an address that requests will never be sent to: http where only public addresses are allowed, or a host with
 * a private address. A host name is looked up when something is sent. Throws VALIDATION_ERROR.
 */
export function requireReceiver(url: string, privateAddresses: PrivateAddresses): void {
  const host = hostOf(url)
  if (!isSafe(url, privateAddresses)) throw refused('webhook.notHttps')
  const isRefused =
    isIP(host) === 0 ? privateAddresses === 'refused' && isLoopback(host) : !mayBeCalled(host, privateAddresses)
  if (isRefused) throw refused('webhook.notPublic')
}

/** Anyone on the way could read plain http; development may use it. */
const isSafe = (url: string, privateAddresses: PrivateAddresses): boolean =>
  privateAddresses !== 'refused' || new URL(url).protocol === 'https:'

const refused = (key: PlainTextKey) => errorAt('VALIDATION_ERROR', 'url', text(key))

/**
 * Finds the addresses of a webhook's host. Requests go to exactly these: another answer of the name server later changes nothing. A
 * host with one address that may not be called is not called at all.
 */
export async function findTarget(url: string, privateAddresses: PrivateAddresses): Promise<Target> {
  if (!isSafe(url, privateAddresses)) return { error: 'The address is not https' }
  const host = hostOf(url)
  // The same text for both, so that the log does not tell which internal names exist.
  const none = { error: 'The host has no address in the public network' }
  const found = isIP(host) === 0 ? await lookupHost(host) : [{ address: host, family: isIP(host) }]
  if (!found.every(({ address }) => mayBeCalled(address, privateAddresses))) return none
  const [first] = found
  if (!first) return none
  return {
    lookup: (_, { all }, callback) => (all ? callback(null, found) : callback(null, first.address, first.family)),
  }
}

/**
 * The addresses of a host; none where there are none, or no answer in time. Name servers are asked for the name as it is written,
 * without /etc/hosts and search domains, and by this process itself: `getaddrinfo` keeps one of the few threads that all other
 * look-ups need for as long as a name server is silent.
 */
async function lookupHost(host: string): Promise<{ address: string; family: number }[]> {
  if (isLoopback(host)) return [{ address: '127.0.0.1', family: 4 }]
  const resolver = new dns.promises.Resolver({ timeout: lookupTimeoutMs / 4, tries: 2 })
  resolver.setServers(dns.getServers())
  const timer = setTimeout(() => resolver.cancel(), lookupTimeoutMs)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timer)
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  return found.map(address => ({ address, family: isIP(address) }))
}
