import { type Money, money, sum } from '@campstore/core/money'
import { type Database, openDatabase, transaction } from '@campstore/database/database'
import { createClock } from '@campstore/testing/clock'
import { createTestDatabase, type TestDatabase, withPatience } from '@campstore/testing/databases'
import { insertCustomer } from '@campstore/testing/rows'
import { eventually } from '@campstore/testing/waiting'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PurchaseHint } from '../domain/purchase.ts'
import { createScenario } from '../testing/scenario.ts'
import { recordPurchase } from './record-purchase.ts'

// Two consumers at the same time, each with connections of its own.
let testDatabase: TestDatabase
let owner: pg.Pool
const processes: Database[] = []
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = testDatabase.pool()
  const url = withPatience(testDatabase.urlFor('me'))
  for (const name of ['one', 'two']) processes.push(openDatabase({ url, poolSize: 4, applicationName: name }))
})
afterAll(async () => {
  await Promise.all(processes.map(database => database.close()))
  await testDatabase.drop()
})

const clock = createClock().now
const recorders = () => processes.map(database => (hint: PurchaseHint) => recordPurchase({ database, clock }, hint))
/** A paid order of checkout. */
const purchaseOf = async (customerId: string, amount: Money): Promise<PurchaseHint> => ({
  kind: 'order',
  subjectId: await createScenario(owner).paidOrder({ customerId }, { total: amount }),
})
const totalSpent = async (customerId: string) => {
  const { rows } = await owner.query('select total_spent::text as total from member.customer where id = $1', [
    customerId,
  ])
  return rows[0]?.total
}

test('forty purchases of one customer, by two consumers at once: the sum is exact', async () => {
  const { customerId } = await insertCustomer(owner)
  const amounts = Array.from({ length: 40 }, (_, index) => money(`${index}.07`))
  const purchases = await Promise.all(amounts.map(amount => purchaseOf(customerId, amount)))
  const outcomes = await Promise.all(purchases.map((purchase, index) => recorders()[index % 2]?.(purchase)))
  expect(new Set(outcomes)).toEqual(new Set(['recorded']))
  expect(await totalSpent(customerId)).toBe(sum(amounts))
})

test('the same purchase ten times at once, by two consumers: one records it, the others see it repeated', async () => {
  const { customerId } = await insertCustomer(owner)
  const purchase = await purchaseOf(customerId, money('12.30'))
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, turn) => recorders()[turn % 2]?.(purchase)))
  expect(outcomes.toSorted()).toEqual(['recorded', ...Array.from({ length: 9 }, () => 'repeated')])
  expect(await totalSpent(customerId)).toBe('12.30')
})

test('a purchase waits for the lock of the customer, and then counts what was committed meanwhile', async () => {
  const { customerId } = await insertCustomer(owner)
  const [record] = recorders()
  const purchase = await purchaseOf(customerId, money('5.00'))
  let recorded: Promise<unknown> | undefined
  await transaction(owner, async tx => {
    await tx.query('select from member.customer where id = $1 for no key update', [customerId])
    recorded = record?.(purchase)
    await eventually(async () => {
      const { rows } = await owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1",
        [testDatabase.name],
      )
      expect(rows).toHaveLength(1)
    })
    await tx.query(
      `insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
      values ('booking', 'b-meanwhile', $1, 7.00, now())`,
      [customerId],
    )
  })
  await recorded
  expect(await totalSpent(customerId)).toBe('12.00')
})

test('when the total cannot be written, the purchase is rolled back', async () => {
  const { customerId } = await insertCustomer(owner)
  const [record] = recorders()
  await record?.(await purchaseOf(customerId, money('9999999999.99')))
  await expect(record?.(await purchaseOf(customerId, money('1.00')))).rejects.toThrow(/overflow/)
  const { rows } = await owner.query('select amount::text from member.purchase where customer_id = $1', [customerId])
  expect(rows).toEqual([{ amount: '9999999999.99' }])
})
