import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses other than public ones that a webhook may have: none, of this machine, or all. */
export type PrivateAddresses = 'refused' | 'loopback' | 'allowed'

/** The only global unicast of IPv6: the rest is not public, although ipaddr.js has no range for all of it, such as ::7f00:1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether requests may be sent to an IP address: one of the public network, unless more is allowed. False for anything but an IP
 * address, and for one with a zone.
 */
export function mayBeCalled(address: string, privateAddresses: PrivateAddresses): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (privateAddresses === 'allowed') return true
  // An IPv4 address within an IPv6 one, such as ::ffff:127.0.0.1, is of this machine too.
  if (privateAddresses === 'loopback' && ipaddr.process(address).range() === 'loopback') return true
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}
