import { paymentFor } from '@campstore/testing/payments'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyPayment } from './apply-payment.ts'
import { deleteOldRecords, retentionDays, retentionIndexes, startRetention } from './retention.ts'
import { createHoldFixture, type HoldFixture } from './testing/hold-fixture.ts'

let loans: HoldFixture
beforeAll(async () => {
  loans = await createHoldFixture()
  for (const sql of retentionIndexes('library')) await loans.owner.query(sql)
})
afterAll(() => loans.close())

const daysAgo = (days: number) => new Date(loans.clock.now().getTime() - days * 86_400_000)

const addKeys = (count: number, at: Date, prefix: string) =>
  loans.owner.query(
    `insert into library.idempotency_key
    select 'member', $3 || n, 'f', '{}', $2 from generate_series(1, $1::integer) n`,
    [count, at, prefix],
  )

const count = async (table: string) =>
  (await loans.owner.query<{ count: number }>(`select count(*)::integer as count from library.${table}`)).rows[0]?.count

const forget = () => deleteOldRecords(loans.dependencies.database.background, loans.held, loans.clock.now())

test('keys go 90 days past the longest hold, in as many batches as it takes; younger ones stay', async () => {
  await addKeys(2_500, daysAgo(retentionDays + 1), 'old-')
  await addKeys(3, daysAgo(retentionDays - 1), 'young-')
  expect([await forget(), await count('idempotency_key')]).toEqual([2_500, 3])
  loans.clock.set(daysAgo(-2))
  expect([await forget(), await count('idempotency_key')]).toEqual([3, 0])
})

test('a payment that is repeated after its inbox row is gone is neither applied twice nor told as already paid', async () => {
  const id = await loans.lend()
  const apply = applyPayment(loans.held, loans.dependencies)
  const payment = paymentFor({ kind: 'order', id }, '10.00', loans.clock.now())
  await apply(payment)
  await loans.owner.query('update library.inbox set received_at = $1', [daysAgo(retentionDays + 1)])
  expect([await forget(), await count('inbox'), await count('payment_notification')]).toEqual([1, 0, 1])
  expect(await apply(payment)).toBe('repeated')
  expect([await loans.stateOf(id), await count('payment_notification'), await count('outbox')]).toEqual(['paid', 1, 0])
})

test('the job deletes what is old at its start', async () => {
  await addKeys(1, daysAgo(retentionDays + 1), 'job-')
  const job = startRetention(loans.held, loans.dependencies)
  await vi.waitFor(async () => expect(await count('idempotency_key')).toBe(0))
  await job.stop()
})

test('old rows are found by an index, however many young ones there are', async () => {
  await addKeys(5_000, loans.clock.now(), 'many-')
  await loans.owner.query('analyze library.idempotency_key')
  const { rows } = await loans.owner.query<{ 'QUERY PLAN': string }>(
    `explain select ctid from library.idempotency_key where created_at < '2020-01-01' order by created_at limit 1000`,
  )
  expect(rows.map(row => row['QUERY PLAN']).join()).toContain('idempotency_key_age')
})
