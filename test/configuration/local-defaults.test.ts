import { ConfigError, loadConfig } from '@campstore/core/config/load-config'
import { describe, expect, test } from 'vitest'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { checkoutConfig } from '../../services/checkout/src/config.ts'
import { soundEnvironment as sound } from './sound-environment.ts'

const project = { FIREBASE_PROJECT_ID: 'demo-campstore' }
const local: Record<string, string>[] = [
  { PAYMENT_SIGNING_SECRET: 'local-payment-secret' },
  { PAYMENT_SIGNING_SECRET: 'e16a7c3b90f254d8b7013ac69e5f8d42, local-payment-secret' },
  { INTERNAL_TOKEN_PUBLIC_KEYS: 'MCowBQYDK2VwAyEAk6wbivby98cSKcwjA4CfJg4_W-GIDldaPTXoQJQ8RwY' },
  { DATABASE_URL: 'postgres://campstore_booking:campstore@db/campstore' },
  { DATABASE_URL: 'postgres://campstore_booking:camp%73tore@db/campstore' },
  { DATABASE_URL: 'postgres://campstore_booking@db/campstore?password=campstore' },
  { DATABASE_SESSION_URL: 'postgres://campstore_booking:campstore@db/campstore' },
  { DATABASE_REPLICA_URL: 'postgres://campstore_booking:campstore@db-replica/campstore' },
  { RABBITMQ_URL: 'amqp://campstore:campstore@mq' },
  { RABBITMQ_URL: 'amqp://guest:guest@mq' },
  { RABBITMQ_URL: 'amqp://mq' },
  { RABBITMQ_URL: 'amqp://a:a-password-of-our-own@mq-1,amqp://a:store-and-store-and-s@mq-2' },
  project,
  { ...project, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
]
const exposures: [string, Record<string, string>][] = [
  ['NODE_ENV is production', { NODE_ENV: 'production' }],
  ['HOST 0.0.0.0 is reached from other machines', { HOST: '0.0.0.0' }],
]
const start = (changes: NodeJS.ProcessEnv) => loadConfig(bookingConfig, { ...sound, ...changes })

describe.each(exposures)('where %s', (reason, exposure) => {
  test.each(local)('what is given locally stops the start: %j', changes => {
    const [variable] = Object.keys(changes)
    const starting = () => start({ ...changes, ...exposure })
    expect(starting).toThrow(ConfigError)
    expect(starting).toThrow(new RegExp(`^${variable} [^.]+, but ${reason.replaceAll('.', '\\.')}\\. Set it to `))
  })

  test('secrets of your own start', () => {
    expect(start(exposure)).toMatchObject({ PAYMENT_SIGNING_SECRET: [sound.PAYMENT_SIGNING_SECRET] })
  })
})

const inContainer = { HOST: '0.0.0.0', NODE_ENV: 'development' }
test.each([{}, { HOST: '127.0.0.1' }, { HOST: 'localhost' }, { HOST: '::1' }, inContainer])(
  'on this machine, and in a container of development, they start: %j',
  exposure => {
    for (const changes of local) expect(start({ FIREBASE_CHECK_REVOKED: 'off', ...changes, ...exposure })).toBeDefined()
  },
)

const production = { NODE_ENV: 'production' }
const checkout = (changes: NodeJS.ProcessEnv) => loadConfig(checkoutConfig, { ...sound, ...production, ...changes })

describe('the payment form in production', () => {
  const testShop = { ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6', ECPAY_HASH_IV: 'EkRm7iFT261dpevs' }

  test.each([
    'http://127.0.0.1:8086/form',
    'https://simulator.localhost/form',
    'https://[::ffff:127.0.0.1]/form',
    'http://pay.example',
  ])('does not go to %s', ECPAY_CHECKOUT_URL => {
    expect(() => checkout({ ECPAY_CHECKOUT_URL })).toThrow(/^ECPAY_CHECKOUT_URL is the address of a simulator/)
    expect(loadConfig(checkoutConfig, { ...sound, ECPAY_CHECKOUT_URL })).toBeDefined()
  })

  test("the public test shop is for ECPay's test system only, as on a staging system", () => {
    expect(() => checkout(testShop)).toThrow(
      /^ECPAY_HASH_KEY belongs to ECPay's public test shop.+production\..+\nECPAY_HASH_IV belongs to/,
    )
    const staging = { ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5' }
    expect(checkout({ ...testShop, ...staging })).toMatchObject(staging)
    expect(() => checkout({ ECPAY_HASH_IV: `${testShop.ECPAY_HASH_IV} ` })).toThrow(/^ECPAY_HASH_IV belongs to/)
  })
})

test('who takes tokens of another issuer is not stopped by a Firebase project that is not used', () => {
  const oidc = {
    AUTH_PROVIDER: 'oidc',
    OIDC_ISSUER: 'https://id.example',
    OIDC_AUDIENCE: 'a',
    OIDC_JWKS_URL: 'https://id.example/keys',
    FIREBASE_PROJECT_ID: 'demo-campstore',
    NODE_ENV: 'production',
  }
  expect(start(oidc)).toMatchObject({ AUTH_PROVIDER: 'oidc' })
})
