import { expect, test } from 'vitest'
import { mayBeCalled } from './public-address.ts'

// No requests to private addresses (docs/contract/admin.md#webhooks).
const internal = [
  '0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254',
  '172.16.0.1 172.31.255.255 192.0.0.8 192.168.1.1 198.18.0.1 198.19.255.255 203.0.113.9',
  '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255',
  ':: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:8.8.8.8 64:ff9b::a00:1 64:ff9b:1::1',
  'fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 2001:4860::1%lo fec0::1 ff02::1 100::1',
  '2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1',
  // Inside of a cloud, also within an IPv6 address: mapped, by NAT64 and by 6to4.
  '168.63.129.16 100.100.100.200 192.0.0.192 161.26.0.10 166.9.1.1 199.36.153.4 199.36.153.11 fd00:ec2::254 fd20:ce::254 2600:2d00:2:2000::1',
  '::ffff:168.63.129.16 ::ffff:a83f:8110 64:ff9b::a83f:8110 2002:a83f:8110::1 fe80::1234:5678:9abc 192.88.99.1 192.175.48.1',
  'localhost 127.1 0x7f000001 2130706433',
  '', // no address at all
].flatMap(addresses => addresses.split(' '))
const external = [
  '1.1.1.1 8.8.8.8 100.63.255.255 172.15.0.1 172.32.0.1 198.17.0.1 223.255.255.1 199.36.153.1',
  '2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001::1',
].flatMap(addresses => addresses.split(' '))

test('only addresses of the public network may be called', () => {
  expect(internal.filter(address => mayBeCalled(address, 'refused'))).toEqual([])
  expect(external.filter(address => !mayBeCalled(address, 'refused'))).toEqual([])
})

test('for development also this machine, or everything', () => {
  expect(internal.filter(address => mayBeCalled(address, 'loopback'))).toEqual(
    '127.0.0.1 127.9.9.9 ::1 ::ffff:127.0.0.1'.split(' '),
  )
  expect(['10.1.2.3', 'fd12:3456::1', '8.8.8.8'].every(address => mayBeCalled(address, 'allowed'))).toBe(true)
})
