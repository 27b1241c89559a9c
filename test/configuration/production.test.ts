import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paymentRequestFrom } from '../../tools/pay/notification.ts'
import { pay } from '../../tools/pay.ts'
import { rebuild } from '../../tools/rebuild-spending.ts'
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
}
const emulator = ['FIREBASE_PROJECT_ID', 'FIREBASE_AUTH_EMULATOR_HOST']
const ecpay = ['ECPAY_CHECKOUT_URL', 'ECPAY_HASH_KEY', 'ECPAY_HASH_IV', 'ECPAY_RETURN_URL']
const refused: [string, string, string[]][] = [
  ['booking', 'services/booking', ['DATABASE_URL', 'RABBITMQ_URL', 'PAYMENT_SIGNING_SECRET', ...emulator, ...ecpay]],
  ['checkout', 'services/checkout', ['DATABASE_URL', 'RABBITMQ_URL', 'PAYMENT_SIGNING_SECRET', ...emulator, ...ecpay]],
  ['me', 'services/me', ['DATABASE_URL', 'RABBITMQ_URL', ...emulator]],
  ['products', 'services/products', ['DATABASE_URL', ...emulator]],
  ['admin', 'services/admin', ['DATABASE_URL', 'RABBITMQ_URL', ...emulator]],
  ['gateway', 'gateway', ['FIREBASE_AUTH_EMULATOR_HOST']],
]

function start(main: string, environment: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', ...soundEnvironment, ...environment }
  const { status, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  const { level, service, msg, problems } = JSON.parse(stdout)
  return { status, line: { level, service, msg }, problems: problems as string[] }
}

test.each(refused)(
  'production refuses what is for development, by name and all at once: %s',
  (service, folder, names) => {
    const { status, line, problems } = start(`${folder}/src/main.ts`, wrong)
    expect([status, line]).toEqual([78, { level: 'fatal', service, msg: 'The configuration is not valid' }])
    expect(problems.map(problem => problem.split(' ')[0]).toSorted()).toEqual(names.toSorted())
    for (const problem of problems) expect(problem).toMatch(/, but NODE_ENV is production\. Set it to .+ Example: /)
  },
)

const weak = {
  DATABASE_ADMIN_URL: 'postgres://postgres:campstore@db/campstore',
  RABBITMQ_ADMIN_URL: 'amqp://mq',
  RABBITMQ_MANAGEMENT_URL: 'http://admin:fifteen-letters@mq:15672',
  RABBITMQ_URL: 'amqp://campstore_payment:campstore@mq',
  PAYMENT_BROKER_PASSWORD: 'campstore',
  BOOKING_DATABASE_PASSWORD: 'abcdefghijklmnop',
  PAYMENT_SIGNING_SECRET: '0f9c2b7e41d85a36c07be914f2d6a853,aaaaaaaa',
}

describe('commands refuse default and weak secrets in production, by name and all at once', () => {
  test.each(['migrate', 'pay', 'status'])('%s', command => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', HOST: '0.0.0.0', ...weak }
    const { status, stderr } = spawnSync(process.execPath, [`tools/${command}.ts`], { env, encoding: 'utf8' })
    const problems = stderr.split('\n').filter(line => line.endsWith(', but NODE_ENV is production.'))
    expect([status, problems.map(problem => problem.split(' ')[0])]).toEqual([1, Object.keys(weak).toSorted()])
    expect(stderr).not.toMatch(/:campstore@|fifteen|abcdef|aaaa/)
  })

  test('and use no local default of one that is not given', async () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_ADMIN_URL: 'postgres://postgres:a-password-of-our-own@127.0.0.1:1/campstore',
      RABBITMQ_URL: 'amqp://campstore_payment:a-password-of-our-own@127.0.0.1:1',
    }
    const payment = paymentRequestFrom(['booking', randomUUID(), '--amount', '1.00'])
    await expect(pay(payment, production)).rejects.toThrow(/^PAYMENT_SIGNING_SECRET is not set/)
    await expect(rebuild(production)).rejects.toThrow(/^ME_DATABASE_PASSWORD is not set/)
  })
})
