import { expect, test } from 'vitest'
import { addressesFrom } from './compose.ts'

const running = [
  'gateway\t127.0.0.1:8080->8080/tcp',
  'identity\t127.0.0.1:9099->9099/tcp',
  'postgres\t127.0.0.1:5433->5432/tcp',
  'rabbitmq\t4369/tcp, 127.0.0.1:5673->5672/tcp, 127.0.0.1:15673->15672/tcp',
  'redis\t6379/tcp',
  '',
].join('\n')

test('the addresses are those that Compose has published, with the passwords of the environment', () => {
  expect(addressesFrom(running, { POSTGRES_PASSWORD: 'a/b' })).toEqual({
    PORT: '8080',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    DATABASE_ADMIN_URL: 'postgres://postgres:a%2Fb@127.0.0.1:5433/campstore',
    RABBITMQ_URL: 'amqp://campstore:campstore@127.0.0.1:5673',
    PAYMENT_BROKER_PASSWORD: 'campstore',
    RABBITMQ_ADMIN_URL: 'amqp://campstore:campstore@127.0.0.1:5673',
    RABBITMQ_MANAGEMENT_URL: 'http://campstore:campstore@127.0.0.1:15673',
  })
})

test('of two gateways the first is taken, and one for all addresses is reached on this machine', () => {
  const lines = 'gateway\t0.0.0.0:8081->8080/tcp, [::]:8081->8080/tcp\ngateway\t0.0.0.0:8080->8080/tcp'
  expect(addressesFrom(lines, {})).toEqual({ PORT: '8081' })
})
