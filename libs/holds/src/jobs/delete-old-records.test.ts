import { transaction } from '@campstore/database/database'
import { expect, test } from 'vitest'
import { useHolds } from '../testing/hold-fixture.ts'
import { deleteOldRecords } from './delete-old-records.ts'

const holds = useHolds()

const daysAgo = (days: number) => new Date(holds.clock.now().getTime() - days * 86_400_000)

const addRows = (count: number, at: Date) =>
  holds.owner.query(
    `insert into test_hold.inbox select 'consumer', gen_random_uuid(), $2 from generate_series(1, $1::integer)`,
    [count, at],
  )

const deleteOld = () => deleteOldRecords(holds.deps.database.background, holds.definition, holds.clock.now())

test('rows are deleted after 91 days, in as many batches as it takes', async () => {
  await addRows(2_500, daysAgo(92))
  await addRows(3, daysAgo(90))
  expect([await deleteOld(), await holds.count('inbox')]).toEqual([2_500, 3])
  holds.clock.set(daysAgo(-2))
  expect([await deleteOld(), await holds.count('inbox')]).toEqual([3, 0])
})

test('rows that another process is deleting are left to it', async () => {
  await addRows(3, daysAgo(92))
  await transaction(holds.deps.database.requests, async tx => {
    await tx.query('select from test_hold.inbox limit 1 for update')
    expect(await deleteOld()).toBe(2)
  })
})
