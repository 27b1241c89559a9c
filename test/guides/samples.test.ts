import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { type OpenCampground, openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { untilProcessed } from '../races/outcomes.ts'
import { bundled } from '../system/bundle.ts'
import { clientOf, type MemberClient, orderOf } from '../system/client.ts'
import { adapted, codeOf } from '../system/snippets.ts'
import { openStore, orderFor } from '../system/store.ts'
import { startSystem } from '../system/system.ts'

// A member's way through the guides by curl, from TypeScript and from Python: the samples run as they are, one after the other.
const run = promisify(execFile)
const system = useFixture(async () => {
  const started = await startSystem({ services: ['booking', 'products', 'checkout'], inProcess: true, processes: 1 })
  const tiers = JSON.stringify([{ daysBefore: 14, refundPercent: 50 }])
  await started.owner.query('update booking.policy set cancellation_tiers = $1', [tiers])
  return { ...started, store: await openStore(started.owner, [5]) }
})

/** The first steps in a language. */
const firstIn = (language: string): string[] =>
  codeOf('docs/guides/getting-started.md', language).filter(code => !code.includes('127.0.0.1:9099'))

/** The samples of a language, for this system and this campground. */
function samplesIn(language: string, { id, zoneIds }: OpenCampground): string[] {
  const there = { 'saddle-lake-shore': zoneIds[0] ?? '', 'saddle-lake': id }
  const booking = codeOf('docs/guides/booking.md', language).slice(0, 2).join('\n')
  const cart = codeOf('docs/guides/store-checkout.md', language).join('\n')
  const sold = { 'ridgeline-tent-4p-sand': system.store.variantIds[0] ?? '', ridgeline: 'kettle' }
  const paging = codeOf('docs/guides/paging.md', language)
  return [...firstIn(language), adapted(booking, there), adapted(cart, sold), ...paging]
}

/** Pays a booking and an order, and runs the samples about what comes then, which cancel the booking. */
async function followLater(
  language: string,
  id: string,
  member: Pick<MemberClient, 'order'>,
  run: (code: string[]) => Promise<string>,
): Promise<void> {
  const { rows } = await system.owner.query('select final_amount from booking.booking where id = $1', [id])
  const { orderId, pricing } = orderOf(await member.order(orderFor(system.store.variantIds)))
  await system.payments.pay({ kind: 'booking', id }, rows[0].final_amount)
  await system.payments.pay({ kind: 'order', id: orderId }, pricing.total)
  await untilProcessed(system.owner, [id, orderId])
  const ids = { sh: `bookingId=${id}`, ts: `const [bookingId, orderId] = ['${id}', '${orderId}']` }[language]
  const given = ids ?? `bookingId = '${id}'`
  const output = await run([...firstIn(language), given, ...codeOf('docs/guides/after-the-purchase.md', language)])
  const refund = await system.owner.query(
    "select amount from booking.refund where target_id = $1 and cause = 'cancelled'",
    [id],
  )
  const amount = Math.ceil(Number(rows[0].final_amount) / 2).toFixed(2)
  expect(refund.rows).toEqual([{ amount }])
  expect(output).toContain(amount)
  expect(output).toContain('cancelled')
}

/** Runs the samples of a language as a member, whom they leave with a booking of the campground. */
async function follow(language: string, execute: (code: string, token: string) => Promise<string>): Promise<string> {
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [1] }), createIdentity()])
  const runAll = (code: string[]) => execute(code.join('\n').replaceAll('http://127.0.0.1:8080', system.url), token)
  const output = await runAll(samplesIn(language, campground))
  const { rows } = await system.owner.query('select id, status from booking.booking where campground_id = $1', [
    campground.id,
  ])
  expect(rows).toEqual([{ id: expect.any(String), status: 'pending' }])
  expect(output).toContain(rows[0].id)
  expect(output).toContain('Kettle')
  await followLater(language, rows[0].id, clientOf(system.url, token), runAll)
  return output
}

test('curl', async () => {
  const output = await follow('sh', async (code, token) => {
    const uuidgen = 'uuidgen() { cat /proc/sys/kernel/random/uuid; }'
    const script = `token=${token}\n${uuidgen}\n${code}`
    return (await run('bash', ['-euo', 'pipefail', '-c', script])).stdout
  })
  expect(output).not.toContain('"success":false')
})

test('TypeScript', async () => {
  await follow('ts', async (code, token) => {
    const module = await bundled(`const token = ${JSON.stringify(token)}\n${code}`)
    // An argument has at most 128 kB.
    const running = run(process.execPath, ['--input-type=module', '-'])
    running.child.stdin?.end(module)
    return (await running).stdout
  })
})

test.skipIf(findProgram('python3') === undefined)('Python', async () => {
  await follow('python', async (code, token) => {
    return (await run('python3', ['-c', `token = ${JSON.stringify(token)}\n${code}`])).stdout
  })
})
