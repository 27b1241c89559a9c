import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The part of an address that stands for one client: an IPv4 address, or the /64 network of an IPv6 address, because a
 * single customer holds that many addresses.
 */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address
  const { parts } = ipaddr.IPv6.parse(address)
  return parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}
