import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Who a request comes from, as far as that can be known. */
export type Client = { address: string; secure: boolean }

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

/**
 * Reads the client's address from the connection. `x-forwarded-for` and `x-forwarded-proto` are believed only from
 * trusted proxies: the client is then the last address in the list that is not one of them.
 *
 * @param trusted addresses and networks of trusted proxies
 */
export function createClientReader(trusted: readonly string[]): (request: IncomingMessage) => Client {
  if (trusted.length === 0) {
    return request => ({ address: plain(request.socket.remoteAddress ?? ''), secure: false })
  }
  const proxies = blockListOf(trusted)
  const isProxy = (address: string) => proxies.check(address, familyOf(address))
  return request => {
    const peer = plain(request.socket.remoteAddress ?? '')
    if (isIP(peer) === 0 || !isProxy(peer)) return { address: peer, secure: false }
    const header = request.headers['x-forwarded-for']
    const hops = (typeof header === 'string' ? header.split(',') : []).map(hop => plain(hop.trim()))
    const known = hops.slice(hops.findLastIndex(hop => isIP(hop) === 0) + 1)
    const address = known.findLast(hop => !isProxy(hop)) ?? known[0] ?? peer
    return { address, secure: request.headers['x-forwarded-proto'] === 'https' }
  }
}

/**
 * The part of an address that stands for one client: an IPv4 address, or the /64 network of an IPv6 address, because a
 * single customer holds that many addresses.
 */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before.slice(0, 4).join(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}
