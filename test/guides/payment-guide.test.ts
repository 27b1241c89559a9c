import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bookingDetailSchema } from '@campstore/contract/booking/schemas'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import { paymentsUnappliedQueue, refundNotificationSchema } from '@campstore/contract/messages/payments'
import { localPaymentSecret } from '@campstore/core/config/local-defaults'
import { managementClient, vhostOf } from '@campstore/local-servers/management'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { signPayment } from '@campstore/payments/signature'
import { openCampground } from '@campstore/testing/campground'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { countMessages, onBroker } from '../../tools/broker/on-broker.ts'
import { permit, prepareUser } from '../../tools/broker/permit.ts'
import { brokerUsers } from '../../tools/broker/users.ts'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, sessionOf } from '../system/client.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { startSystem } from '../system/system.ts'

// The code that docs/guides/payments.md offers to copy works as it is.
const run = promisify(execFile)
const system = useFixture(() => startSystem({ services: ['booking', 'checkout'], inProcess: true, processes: 1 }))
const manage = managementClient(testServers().rabbitmqManagementUrl)
/** The broker's address with the rights of the payment service, as a user of this test alone. */
let paymentUrl: string
beforeAll(async () => {
  const url = new URL(system.rabbitmqUrl)
  url.username = `payment_${vhostOf(url.href)}`
  url.password = 'of-payment'
  await prepareUser(manage, url.username, url.password)
  await permit(manage, vhostOf(url.href), { ...brokerUsers.payment, name: url.username })
  paymentUrl = url.href
})
afterAll(() => manage('DELETE', `users/${new URL(paymentUrl).username}`))

/** A code of the guide in one language, by default the first. */
function snippet(language: string, index = 0): string {
  const code = codeOf('docs/guides/payments.md', language)[index]
  if (code === undefined) throw new Error(`The guide has no such code in ${language}.`)
  return code
}

/** Runs code of the guide with a call of its export; resolves with the output. */
async function runTypeScript(code: string, call: string): Promise<string> {
  const cwd = fileURLToPath(new URL('..', import.meta.url)) // where amqplib is installed
  const args = ['--input-type=module-typescript', '--eval', `${code}\n${call}`]
  return (await run(process.execPath, args, { cwd })).stdout
}

/** Publishes the notification of the guide for a booking by the publisher of the guide, as the payment service's user. */
async function publish(id: string, amount: string, eventId: string, kind = 'booking'): Promise<void> {
  const notification = {
    ...JSON.parse(snippet('json')),
    eventId,
    target: { kind, id },
    amount,
    providerTradeNo: eventId,
  }
  const values = [paymentUrl, paymentSecret, notification].map(value => JSON.stringify(value))
  await runTypeScript(snippet('ts'), `await publishPayment(${values.join(', ')})`)
}

/** A booking that a member holds, and its amount due. */
async function heldBooking() {
  const member = await system.member()
  const stay = stayAt(await openCampground(system.owner, { zones: [1] }))
  const { bookingId: id, pricing } = sessionOf(await member.checkout(stay))
  return { member, id, amount: pricing.finalAmount }
}

const untilPaid = (member: MemberClient, id: string) =>
  expect
    .poll(async () => bookingDetailSchema.parse((await member.get(`/api/booking/bookings/${id}`)).data).paymentStatus)
    .toBe('paid')

test('in TypeScript, with the rights of the payment service alone: a payment, and a second one, which is to be refunded', async () => {
  const { member, id, amount } = await heldBooking()
  await publish(id, amount, `first-${id}`)
  await untilPaid(member, id)
  await publish(id, amount, `second-${id}`)
  await expect(publish(id, amount, `third-${id}`, 'house')).rejects.toThrow(/ACCESS.REFUSED|channel closed/)
  // The first attempt to record it fails, so that the event comes again.
  const output = await runTypeScript(
    snippet('ts', 1),
    `let attempts = 0
    const channel = await consumeRefunds(${JSON.stringify(paymentUrl)}, async event => {
      attempts += 1
      if (attempts === 1) throw new Error('not recorded')
      console.log(JSON.stringify(event))
      setImmediate(() => channel.close().then(() => channel.connection.close()))
    })`,
  )
  const data = { eventId: `second-${id}`, target: { kind: 'booking', id }, amount }
  expect(JSON.parse(output)).toMatchObject({ type: 'payment.unapplied', data })
  const left = () => onBroker(system.rabbitmqUrl, connection => countMessages(connection, paymentsUnappliedQueue))
  await expect.poll(left).toBe(0)
})

test('reports of refunds, of a payment and of one that is due of it, are as the contract has them', () => {
  const [, ofPayment, due, ofRefund] = codeOf('docs/guides/payments.md', 'json').map(code => JSON.parse(code))
  const report = z.strictObject(refundNotificationSchema.shape)
  expect(report.parse(ofPayment)).not.toHaveProperty('refundId')
  const { refundId, cause } = eventDataSchemas['payment.refund-due'].parse(due.data)
  expect([report.parse(ofRefund).refundId, cause]).toEqual([refundId, 'goodwill'])
})

test('in Python: a payment, a second one, whose refund is taken after a failure, the outcome of a message, and the CheckMacValue of ECPay', async () => {
  const [queues = '', mac = ''] = codeOf('docs/guides/payments.md', 'python')
  const { member, id, amount } = await heldBooking()
  const notification = { ...JSON.parse(snippet('json')), target: { kind: 'booking', id }, amount }
  const publishing = (eventId: string) =>
    `publish_payment(url, secret, ${JSON.stringify({ ...notification, eventId, providerTradeNo: eventId })})\n`
  const python = async (code: string) =>
    (await run('/usr/bin/python3', ['-c', `${queues}\nurl, secret = '${paymentUrl}', '${paymentSecret}'\n${code}`]))
      .stdout
  await python(publishing(`first-${id}`))
  await untilPaid(member, id)
  expect(await messagesOf(`first-${id}`)).toMatchObject([{ target: { kind: 'booking', id }, outcome: 'applied' }])
  await python(publishing(`second-${id}`))
  const taken = await python(`
attempts = []
def record(event):
    attempts.append(event)
    if len(attempts) == 1:
        raise RuntimeError('not recorded')
    print(event['data']['eventId'])
    channel.connection.add_callback_threadsafe(channel.stop_consuming)
channel = consume_refunds(url, record)
channel.start_consuming()`)
  expect(taken).toBe(`not recorded\nsecond-${id}\n`)
  const printed = /It prints `(\w+)`/.exec(readFileSync('docs/guides/payments.md', 'utf8'))?.[1]
  const fields = { MerchantID: '3002607', RtnCode: '1', RtnMsg: '交易成功 (~!)', CustomField3: '' }
  expect(printed).toBe(checkMacValue(fields, 'pwFHCqoQZGmho4w6', 'EkRm7iFT261dpevs'))
  expect(await python(mac)).toBe(`${printed}\n`)
})

/** Outcomes of messages, by the request of the guide. */
async function messagesOf(eventId: string): Promise<unknown> {
  const script = adapted(snippet('sh', 1), {
    [localPaymentSecret]: paymentSecret,
    'http://127.0.0.1:8080': system.url,
    'ecpay-2412021530230001': eventId,
  })
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script])
  return JSON.parse(stdout).data
}

test.each([
  { fence: 'sh', command: 'bash', args: ['program.sh'] },
  { fence: 'go', command: 'go', args: ['run', 'program.go'] },
])('the signature as a program in $fence: the worked example makes the same one', async ({ fence, command, args }) => {
  const [body = '', header = ''] = codeOf('docs/guides/payments.md', 'text').map(text => text.trim())
  const time = /\d+/.exec(header)?.[0]
  expect(header).toBe(signPayment(Buffer.from(body), localPaymentSecret, new Date(Number(time) * 1_000)))
  const code = snippet(fence)
  for (const value of [body, String(time), localPaymentSecret]) expect(code).toContain(value)
  // Not every machine has Go.
  if (spawnSync(command, ['--help'], { stdio: 'ignore' }).error) return
  const cwd = temporaryServerHome()
  writeFileSync(join(cwd, `program.${fence}`), code)
  expect((await run(command, args, { cwd })).stdout.trim()).toBe(header)
})
