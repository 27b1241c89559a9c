import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bookingDetailSchema } from '@campstore/contract/booking/schemas'
import { localPaymentSecret } from '@campstore/core/config/local-defaults'
import { openCampground } from '@campstore/testing/campground'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, sessionOf } from '../system/client.ts'
import { paymentSecret } from '../system/messages.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { type System, startSystem } from '../system/system.ts'

// The publishers that docs/guides/payments.md offers to copy pay a booking as they are.
const run = promisify(execFile)
let system: System
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], processes: 1 })
})
afterAll(() => system?.stop())

/** The first code of the guide in one language. */
function snippet(language: string): string {
  const [code] = codeOf('docs/guides/payments.md', language)
  if (code === undefined) throw new Error(`The guide has no code in ${language}.`)
  return code
}

/** A booking that a member holds, its amount due, and the answer of its checkout. */
async function heldBooking() {
  const [member] = await system.members(1)
  if (!member) throw new Error('no member')
  const response = await member.checkout(stayAt(await openCampground(system.owner, { zones: [1] })))
  const session = sessionOf(response)
  return { member, id: session.bookingId, amount: session.pricing.finalAmount, answer: response.text }
}

const untilPaid = (member: MemberClient, id: string) =>
  expect
    .poll(async () => bookingDetailSchema.parse((await member.get(`/api/booking/bookings/${id}`)).data).paymentStatus)
    .toBe('paid')

test('the publisher in TypeScript, with the notification of the guide', async () => {
  const { member, id, amount } = await heldBooking()
  const example = JSON.parse(snippet('json')) as object
  const notification = { ...example, target: { kind: 'booking', id }, amount }
  const call = `await publishPayment(${[system.rabbitmqUrl, paymentSecret, notification].map(value => JSON.stringify(value)).join(', ')})`
  const cwd = fileURLToPath(new URL('..', import.meta.url)) // where amqplib is installed
  await run(process.execPath, ['--input-type=module-typescript', '--eval', `${snippet('ts')}\n${call}`], { cwd })
  await untilPaid(member, id)
})

test('the publisher in a shell, twice in a row: for one booking and then for another, and each notification twice', async () => {
  const script = adapted(snippet('sh'), {
    [localPaymentSecret]: paymentSecret,
    'http://campstore:campstore@127.0.0.1:15673': testServers().rabbitmqManagementUrl.replace(/\/$/, ''),
    '%2F': new URL(system.rabbitmqUrl).pathname.slice(1),
  })
  for (const _ of [1, 2]) {
    const { member, id, answer } = await heldBooking()
    for (const _again of [1, 2]) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        env: { ...process.env, session: answer },
      })
      expect(stdout).toBe('{"routed":true}')
    }
    await untilPaid(member, id)
  }
})
