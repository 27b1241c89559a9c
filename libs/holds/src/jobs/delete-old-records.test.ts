import { transaction } from '@campstore/database/database'
import { expect } from 'vitest'
import { type HoldFixture, test } from '../testing/hold-fixture.ts'
import { deleteOldRecords } from './delete-old-records.ts'

const daysAgo = ({ clock }: HoldFixture, days: number) => new Date(clock.now().getTime() - days * 86_400_000)

const addRows = ({ owner }: HoldFixture, count: number, at: Date) =>
  owner.query(
    `insert into test_hold.inbox select 'consumer', gen_random_uuid(), $2 from generate_series(1, $1::integer)`,
    [count, at],
  )

const deleteOld = ({ deps, definition, clock }: HoldFixture) =>
  deleteOldRecords(deps.database.background, definition, clock.now())

test('rows are deleted after 91 days, in as many batches as it takes', async ({ holds }) => {
  await addRows(holds, 2_500, daysAgo(holds, 92))
  await addRows(holds, 3, daysAgo(holds, 90))
  expect([await deleteOld(holds), await holds.count('inbox')]).toEqual([2_500, 3])
  holds.clock.set(daysAgo(holds, -2))
  expect([await deleteOld(holds), await holds.count('inbox')]).toEqual([3, 0])
})

test('rows that another process is deleting are left to it', async ({ holds }) => {
  await addRows(holds, 3, daysAgo(holds, 92))
  await transaction(holds.deps.database.requests, async tx => {
    await tx.query('select from test_hold.inbox limit 1 for update')
    expect(await deleteOld(holds)).toBe(2)
  })
})
