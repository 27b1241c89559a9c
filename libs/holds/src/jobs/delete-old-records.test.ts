import { transaction } from '@campstore/database/database'
import { createTestDatabase } from '@campstore/testing/databases'
import { paymentFor } from '@campstore/testing/payments'
import { expect } from 'vitest'
import { applyPayment } from '../apply-payment.ts'
import { type HoldFixture, test } from '../testing/hold-fixture.ts'
import { deleteOldRecords, retentionDays } from './delete-old-records.ts'

const daysAgo = ({ clock }: HoldFixture, days: number) => new Date(clock.now().getTime() - days * 86_400_000)

const addKeys = ({ owner }: HoldFixture, count: number, at: Date) =>
  owner.query(
    `insert into test_hold.idempotency_key
    select 'member', gen_random_uuid(), 'f', '{}', $2 from generate_series(1, $1::integer)`,
    [count, at],
  )

const deleteOld = ({ deps, definition, clock }: HoldFixture) =>
  deleteOldRecords(deps.database.background, definition, clock.now())

test('keys are deleted 90 days past the longest hold, in as many batches as it takes', async ({ holds }) => {
  await addKeys(holds, 2_500, daysAgo(holds, 92))
  await addKeys(holds, 3, daysAgo(holds, 90))
  expect([await deleteOld(holds), await holds.count('idempotency_key')]).toEqual([2_500, 3])
  holds.clock.set(daysAgo(holds, -2))
  expect([await deleteOld(holds), await holds.count('idempotency_key')]).toEqual([3, 0])
})

test('rows that another process is deleting are left to it', async ({ holds }) => {
  await addKeys(holds, 3, daysAgo(holds, 92))
  await transaction(holds.deps.database.requests, async tx => {
    await tx.query('select from test_hold.idempotency_key limit 1 for update')
    expect(await deleteOld(holds)).toBe(2)
  })
})

test('a payment that is redelivered after its inbox row was deleted is neither applied twice nor reported as already paid', async ({
  holds,
}) => {
  const id = await holds.add()
  const payment = paymentFor({ kind: 'order', id }, '10.00', holds.clock.now())
  await applyPayment(holds.deps, holds.definition, payment)
  await holds.owner.query('update test_hold.inbox set received_at = $1', [daysAgo(holds, retentionDays + 1)])
  expect([await deleteOld(holds), await holds.count('inbox')]).toEqual([1, 0])
  expect(await applyPayment(holds.deps, holds.definition, payment)).toBe('repeated')
  expect([await holds.stateOf(id), await holds.count('payment_notification'), await holds.count('outbox')]).toEqual([
    'paid',
    1,
    0,
  ])
})

test('every service with holds has indexes by which old rows are found', async () => {
  const database = await createTestDatabase()
  const pool = database.pool()
  for (const schema of ['booking', 'checkout']) {
    for (const [table, column] of [
      ['idempotency_key', 'created_at'],
      ['inbox', 'received_at'],
    ]) {
      const { rows } = await pool.query(
        `select from pg_indexes where schemaname = $1 and tablename = $2 and indexdef like '%(' || $3 || ')'`,
        [schema, table, column],
      )
      expect(rows, `${schema}.${table}`).toHaveLength(1)
    }
  }
  await database.drop()
})
