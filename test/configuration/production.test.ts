import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { soundEnvironment } from './sound-environment.ts'

/** What a developer's machine has, and production must not. */
const wrong = {
  DATABASE_URL: 'postgres://campstore_booking:campstore@db/campstore',
  RABBITMQ_URL: 'amqp://guest:guest@mq',
  PAYMENT_SIGNING_SECRET: 'local-payment-secret',
  FIREBASE_PROJECT_ID: 'demo-campstore',
  FIREBASE_AUTH_EMULATOR_HOST: 'identity:9099',
  ECPAY_CHECKOUT_URL: 'http://simulator:8086/Cashier/AioCheckOut/V5',
  ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_HASH_IV: 'EkRm7iFT261dpevs',
  ECPAY_RETURN_URL: 'http://127.0.0.1:8080/no-payment-service-here',
  DOCS_IDENTITY_EMULATOR: 'identity:9099',
}
const emulator = ['FIREBASE_PROJECT_ID', 'FIREBASE_AUTH_EMULATOR_HOST']
const ecpay = ['ECPAY_CHECKOUT_URL', 'ECPAY_HASH_KEY', 'ECPAY_HASH_IV', 'ECPAY_RETURN_URL']
const refused: [string, string, string[]][] = [
  ['booking', 'services/booking', ['DATABASE_URL', 'RABBITMQ_URL', 'PAYMENT_SIGNING_SECRET', ...emulator]],
  ['checkout', 'services/checkout', ['DATABASE_URL', 'RABBITMQ_URL', 'PAYMENT_SIGNING_SECRET', ...emulator, ...ecpay]],
  ['me', 'services/me', ['DATABASE_URL', 'RABBITMQ_URL', ...emulator]],
  ['products', 'services/products', ['DATABASE_URL', ...emulator]],
  ['admin', 'services/admin', ['DATABASE_URL', ...emulator]],
  ['gateway', 'gateway', ['DOCS_IDENTITY_EMULATOR']],
]

function start(main: string, environment: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', ...soundEnvironment, ...environment }
  const { status, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8', timeout: 60_000 })
  const { level, service, msg, problems } = JSON.parse(stdout)
  return { status, line: { level, service, msg }, problems: problems as string[] }
}

describe('production refuses what is for development, by name and all at once', () => {
  test.each(refused)('%s', (service, folder, names) => {
    const { status, line, problems } = start(`${folder}/src/main.ts`, wrong)
    expect([status, line]).toEqual([78, { level: 'fatal', service, msg: 'The configuration is not valid' }])
    expect(problems.map(problem => problem.split(' ')[0]).toSorted()).toEqual(names.toSorted())
    for (const problem of problems) expect(problem).toMatch(/, but NODE_ENV is production\. Set it to .+ Example: /)
  })

  test('products in mock mode', () => {
    const mock = { CATALOGUE_MODE: 'mock', CATALOGUE_MOCK_FILE: 'catalogue.json' }
    const { status, problems } = start('services/products/src/main.ts', mock)
    expect([status, problems]).toEqual([
      78,
      [expect.stringMatching(/^CATALOGUE_MODE is mock, .+ NODE_ENV is production\./)],
    ])
  })

  test('the payment simulator', () => {
    const { status, problems } = start('tools/payment-simulator/main.ts', {})
    expect([status, problems]).toEqual([
      78,
      [expect.stringMatching(/^NODE_ENV is production, and the simulator is for/)],
    ])
  })
})

test('a wrong mode is one problem of several', () => {
  const { problems } = start('services/products/src/main.ts', { CATALOGUE_MODE: 'moc', PORT: 'http' })
  expect(problems.map(problem => problem.split('.')[0])).toEqual(['PORT is not valid', 'CATALOGUE_MODE is not valid'])
})
