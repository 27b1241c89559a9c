import { createTestDatabase } from '@campstore/testing/databases'
import { testServers } from '@campstore/testing/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../tools/demo.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { demoDirectory } from '../../tools/import/testing/data-set-files.ts'
import { audit } from '../system/audit.ts'
import { paymentSecret } from '../system/messages.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
beforeAll(async () => {
  const database = await createTestDatabase()
  await importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl })
  system = await startSystem({ services: ['booking', 'checkout', 'products', 'me', 'admin'], database })
})
afterAll(() => system?.stop())

async function play(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await demo(['--url', system.url, ...args], line => lines.push(line.trim()), {
    FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
    RABBITMQ_URL: system.rabbitmqUrl,
    PAYMENT_SIGNING_SECRET: paymentSecret,
  })
  return lines
}

/** How often administrators did what, from an instant on. */
async function deedsSince(at: Date): Promise<Record<string, number>> {
  const { rows } = await system.owner.query<{ action: string; times: number }>(
    `
    select action, count(*)::integer as times
    from admin.audit_entry
    where outcome = 'succeeded' and action <> 'bindAccount' and at >= $1
    group by action`,
    [at],
  )
  return Object.fromEntries(rows.map(({ action, times }) => [action, times]))
}

test('the demonstration can be played as often as one likes, and leaves nothing wrong behind', async () => {
  const start = new Date()
  for (let time = 1; time <= 4; time += 1) {
    const lines = await play()
    expect(lines.at(-1)).toBe('all as it should be')
    expect(lines.filter(line => /^coupon \w+: available again$/.test(line))).toHaveLength(1)
    expect(lines.filter(line => /^1[45] min \d+ s left$/.test(line))).toHaveLength(4)
    expect(lines.filter(line => /the very next answer/.test(line))).toHaveLength(2)
  }
  expect(await deedsSince(start)).toEqual({ confirmBooking: 4, createClosure: 4, removeClosure: 4, shipOrder: 4 })
  await expect.poll(() => audit(system.owner, { settled: true }), { timeout: 10_000 }).toEqual([])
})

test('another member can play it too', async () => {
  expect((await play('--as', 'hiker@campstore.test')).at(-1)).toBe('all as it should be')
})

test('where something is not as it should be, the story stops with one line', async () => {
  await system.owner.query('update checkout.shipping_policy set flat_fee = 120')
  await expect(play()).rejects.toThrow(
    /^what it costs: should be \{.*"shippingFee":"100\.00".*\}, is \{.*"120\.00".*\}$/,
  )
})
