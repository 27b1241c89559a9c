import { expect, test } from 'vitest'
import { brokerAddressesIn, brokerLoginIn } from './broker-addresses.ts'

test.each([
  ['amqp://a:b@one/shop', ['amqp://a:b@one/shop']],
  ['amqp://a:b@one/shop, amqps://a:b@two:5671/shop', ['amqp://a:b@one/shop', 'amqps://a:b@two:5671/shop']],
  ['amqp://a:b,c@one,amqp://a:b,c@two', ['amqp://a:b,c@one', 'amqp://a:b,c@two']],
  ['amqp://a:b@one,AMQP://a:b@two', ['amqp://a:b@one', 'AMQP://a:b@two']],
])('the addresses in "%s"', (list, addresses) => {
  expect(brokerAddressesIn(list)).toEqual(addresses)
})

test.each([
  ['amqp://shop:p%40ss-%C3%A9@one/shop', 'shop', 'p@ss-é'],
  ['amqp://one', 'guest', 'guest'],
])('the login in "%s"', (address, user, password) => {
  expect(brokerLoginIn(address)).toEqual({ user, password })
})
