import { createInternalKeys } from '@campstore/auth/internal-keys'
import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { gatewayConfig } from '../../gateway/src/config.ts'
import {
  type Addresses,
  exposureWarning,
  gatewayEnvironment,
  refuseProduction,
  serviceEnvironment,
  simulatorEnvironment,
} from './service-environment.ts'
import type { ServiceName, StartSettings } from './settings.ts'

const settings: StartSettings = {
  gatewayPort: 8080,
  services: [{ name: 'booking', port: 8081 }],
  paymentSimulatorPort: 8086,
  infrastructure: { postgres: 1, rabbitmq: 2, rabbitmqManagement: 3, redis: 4, identity: 5 },
  requiredPorts: [],
}
const addresses: Addresses = {
  adminUrl: 'postgres://postgres:owner-password@127.0.0.1:5433/campstore',
  rabbitmqUrl: service =>
    ['booking', 'payment'].includes(service) ? `amqp://campstore_${service}:of-${service}@127.0.0.1:5673` : undefined,
  redisUrl: undefined,
  identityHost: '127.0.0.1:9099',
  internalKeys: createInternalKeys().environment,
}
const of = (name: ServiceName, environment: NodeJS.ProcessEnv = {}) =>
  serviceEnvironment({ name, port: 8081 }, settings, addresses, environment)
const ofSimulator = (environment: NodeJS.ProcessEnv) => simulatorEnvironment(settings, addresses, environment)
const ofGateway = (environment: NodeJS.ProcessEnv) => gatewayEnvironment(settings, addresses, environment)

test('with HOST=0.0.0.0 only the gateway listens on other addresses, with a warning', () => {
  const open = { HOST: '0.0.0.0' }
  expect(of('booking', open).HOST).toBe('127.0.0.1')
  expect(of('admin', open).HOST).toBe('127.0.0.1')
  expect(loadConfig(gatewayConfig, ofGateway(open))).toMatchObject({ HOST: '0.0.0.0' })
  expect(exposureWarning(open)).toMatch(/^Warning: the gateway listens on 0\.0\.0\.0\. Anyone who can reach it/)
})

test.each([{}, { HOST: '127.0.0.1' }, { HOST: 'my-machine' }])(
  'with %j the gateway listens on loopback only',
  environment => {
    expect(ofGateway(environment).HOST).toBe('127.0.0.1')
    expect(exposureWarning(environment)).toBeUndefined()
  },
)

test('only the admin service gets the private key, also from the environment', () => {
  const { INTERNAL_TOKEN_PRIVATE_KEY: secret } = addresses.internalKeys
  const given = { INTERNAL_TOKEN_PRIVATE_KEY: secret, INTERNAL_TOKEN_PUBLIC_KEYS: 'theirs' }
  expect(of('admin', given).INTERNAL_TOKEN_PRIVATE_KEY).toBe(secret)
  for (const environment of [of('booking', given), of('me', given), ofGateway(given)]) {
    expect(Object.values(environment)).not.toContain(secret)
  }
})

test('no service gets the passwords of other services or of administrators', () => {
  const secrets = {
    DATABASE_ADMIN_URL: 'postgres://a:secret-1@db',
    RABBITMQ_ADMIN_URL: 'amqp://a:secret-2@mq',
    RABBITMQ_URL: 'amqp://a:secret-3@mq',
    RABBITMQ_MANAGEMENT_URL: 'http://a:secret-4@mq',
    CHECKOUT_DATABASE_PASSWORD: 'secret-5',
    PAYMENT_BROKER_PASSWORD: 'secret-6',
  }
  for (const environment of [of('booking', secrets), of('admin', secrets), ofGateway(secrets), ofSimulator(secrets)]) {
    expect(JSON.stringify(environment)).not.toMatch(/secret-\d|owner-password/)
  }
})

test('refuses to run in production', () => {
  expect(() => refuseProduction({ NODE_ENV: 'production' })).toThrow(
    /^NODE_ENV is production, but npm start uses local/,
  )
  expect(() => refuseProduction({ NODE_ENV: 'development' })).not.toThrow()
})
