import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { connectionsPerClient, gatewayConfig, rateLimits, requestsPerClient } from './config.ts'

test.each([
  ['NODE_ENV', 'Production'],
  ['BOOKING_URLS', 'http://a:1/base'],
  ['BOOKING_URLS', 'http://a:1,ftp://b'],
  ['CORS_ORIGINS', 'shop.example'],
  ['CORS_ORIGINS', 'https://shop.example/'],
  ['TRUSTED_PROXY', '10.0.0.0/33'],
  ['TRUSTED_PROXY', 'proxy.example'],
  ['UPSTREAM_TIMEOUT_MS', 'soon'],
])('%s=%s is refused, with the name of the variable', (variable, value) => {
  expect(() => loadConfig(gatewayConfig, { [variable]: value })).toThrow(`${variable} is not valid. Set it to`)
})

test.each([
  [{ NODE_ENV: 'production' }, 600, 120],
  [{ NODE_ENV: 'production', RATE_LIMIT_PER_MINUTE: '0' }, 0, 120],
  [{ NODE_ENV: 'production', RATE_LIMIT_PER_MINUTE: '90', HOLD_LIMIT_PER_ADDRESS: '0' }, 90, 0],
  [{ NODE_ENV: 'development' }, 0, 0],
])('the limits with %j are %d requests and %d checkouts', (variables, perMinute, holds) => {
  expect(rateLimits(loadConfig(gatewayConfig, variables))).toEqual({ perMinute, holds })
})

test.each([
  [{ NODE_ENV: 'production' }, 1_000, 32],
  [{ NODE_ENV: 'production', MAX_CONNECTIONS: '1' }, 1, 32],
  [{ NODE_ENV: 'production', MAX_CONNECTIONS_PER_CLIENT: '0', MAX_CONCURRENT_REQUESTS_PER_CLIENT: '0' }, 0, 0],
  [{ MAX_CONNECTIONS: '60' }, 30, 0],
])('the share of one client with %j is %d connections, %d requests', (variables, connections, requests) => {
  const config = loadConfig(gatewayConfig, variables)
  expect([connectionsPerClient(config), requestsPerClient(config)]).toEqual([connections, requests])
})
