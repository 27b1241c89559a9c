import { expect } from 'vitest'
import { paymentsUnknown } from './cancel-hold.ts'
import { releaseHolds } from './release-holds.ts'
import { test } from './testing/hold-fixture.ts'

const openIds = "select id from test_hold.test_hold where state = 'open' and $1 = 'member' order by id limit $2"

test('one whose payment is set aside hinders no other; where nothing is known of payments, the rest is left', async ({
  holds,
}) => {
  const [setAside, free, unknown] = [await holds.add(), await holds.add(), await holds.add(), await holds.add()]
  const settlement = { isSetAside: (id: string) => id === setAside }
  const asked: string[] = []
  const cancel = async (id: string) => {
    asked.push(id)
    if (id !== free) throw paymentsUnknown()
  }
  const { message } = paymentsUnknown()
  expect(await releaseHolds({ database: holds.owner, settlement }, openIds, 'member', cancel)).toEqual({
    released: [free],
    failed: [setAside, unknown].map(id => ({ id, message })),
    hasMore: true,
  })
  expect(asked).toEqual([setAside, free, unknown])
})
