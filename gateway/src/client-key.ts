import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The part of an address that stands for one client: an IPv4 address, or the /64 network of an IPv6 address, because a
 * single customer holds that many addresses.
 */
export const clientKey = (address: string): string => networkOf(address, 4) ?? address

/** The /48 network of an IPv6 address, which one site holds, and a mobile operator shares among many customers. */
export const siteKey = (address: string): string | undefined => networkOf(address, 3)

function networkOf(address: string, parts: number): string | undefined {
  if (!isIPv6(address)) return undefined
  const all = ipaddr.IPv6.parse(address).parts
  return all
    .slice(0, parts)
    .map(part => part.toString(16))
    .join(':')
}
