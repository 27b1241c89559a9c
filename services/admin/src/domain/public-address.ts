import { BlockList, isIP } from 'node:net'

/**
 * Addresses of IPv4 that are not of one host in the public network: the special-purpose registry of IANA (RFC 6890), multicast, and
 * reserved addresses.
 */
const specialIpv4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * The same within 2000::/3, the only global unicast of IPv6: the rest, such as ::ffff:10.0.0.1, 64:ff9b::/96 and fc00::/7, is not
 * public anyway. 2001::/23 has Teredo, 2002::/16 is 6to4: both contain an address of IPv4.
 */
const specialIpv6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const blocked = new BlockList()
for (const [net, prefix] of specialIpv4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of specialIpv6) blocked.addSubnet(net, prefix, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses other than public ones that a webhook may have: none, of this machine, or all. */
export type PrivateAddresses = 'refused' | 'loopback' | 'allowed'

/**
 * Whether requests may be sent to an IP address: one of the public network, unless more is allowed. False for anything but an IP
 * address, and for one with a zone.
 */
export function mayBeCalled(address: string, privateAddresses: PrivateAddresses): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  if (privateAddresses === 'allowed') return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (privateAddresses === 'loopback' && loopback.check(address, family)) return true
  return (family === 'ipv4' || globalUnicast.check(address, family)) && !blocked.check(address, family)
}
