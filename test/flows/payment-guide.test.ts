import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
import { type System, startSystem } from '../system/system.ts'

// The publishers that docs/guides/payments.md offers to copy pay a booking as they are.
const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/payments.md', import.meta.url)), 'utf8')
const run = promisify(execFile)
let system: System
beforeAll(async () => {
  system = await startSystem({ services: ['booking'] })
})
afterAll(() => system?.stop())

/** The code of the guide in one language. */
function snippet(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  if (code === undefined) throw new Error(`The guide has no code in ${language}.`)
  return code
}

/** Code of the guide for the servers of this test instead of the local ones. */
function adapted(code: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [local, ours]) => {
    if (!text.includes(local)) throw new Error(`The guide's code does not contain ${local}.`)
    return text.replaceAll(local, ours)
  }, code)
}

/** A booking that a member holds, and its amount due. */
async function heldBooking() {
  const [member] = await system.members(1)
  if (!member) throw new Error('no member')
  const session = sessionOf(await member.checkout(stayAt(await openCampground(system.owner, { zones: [1] }))))
  return { member, id: session.bookingId, amount: session.pricing.finalAmount }
}

const untilPaid = (member: MemberClient, id: string) =>
  expect
    .poll(async () => bookingDetailSchema.parse((await member.get(`/api/booking/bookings/${id}`)).data).paymentStatus, {
      timeout: 20_000,
    })
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

test('the publisher in a shell', async () => {
  const { member, id, amount } = await heldBooking()
  const management = new URL(testServers().rabbitmqManagementUrl)
  const script = adapted(snippet('sh'), {
    [localPaymentSecret]: paymentSecret,
    'campstore:campstore': `${management.username}:${management.password}`,
    '%2F': new URL(system.rabbitmqUrl).pathname.slice(1),
  })
  const { stdout } = await run('bash', ['-c', script], {
    env: { ...process.env, booking: id, amount, management: management.origin },
  })
  expect(stdout).toBe('{"routed":true}')
  await untilPaid(member, id)
})
