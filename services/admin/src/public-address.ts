import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses other than public ones that a webhook may have: none, of this machine, or all. */
export type PrivateAddresses = 'refused' | 'loopback' | 'allowed'

/** The only global unicast of IPv6: the rest is not public, although ipaddr.js has no range for all of it, such as ::7f00:1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Services inside of a cloud whose addresses look public, as the clouds document them: Azure's wire server, IBM Cloud's services, and
 * the private ends of Google's APIs (`restricted` and `private.googleapis.com`). Those of other clouds are in ranges that are not
 * public anyway, such as 169.254.169.254 and 100.100.100.200.
 */
const ofClouds = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '2600:2d00:2:1000::/56',
  '2600:2d00:2:2000::/56',
].map(range => ipaddr.parseCIDR(range))

const isOfCloud = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ofClouds.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits]))

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
  return (
    parsed.range() === 'unicast' && !isOfCloud(parsed) && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
  )
}
