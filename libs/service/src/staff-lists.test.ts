import { useDatabase } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createStaffLists } from './staff-lists.ts'

const database = useDatabase()

const listOf = (from: string) => ({
  columns: 'n',
  from,
  conditions: [],
  page: 0,
  size: 1,
  orderBy: { field: 'n', id: 'n', direction: 'asc' } as const,
})

test('a list that takes too long is refused as unavailable, and says what to do', async () => {
  const staff = database.pool(undefined, { statement_timeout: 50 })
  const page = createStaffLists({ staff })(listOf('(select 1 as n from pg_sleep(60)) slow'))
  await expect(page).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'This list takes too long to read. Narrow it with filters.',
  })
})
