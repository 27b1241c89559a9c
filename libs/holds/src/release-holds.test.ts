import { expect, test } from 'vitest'
import { arePaymentsSettled, paymentsUnknown } from './cancel-hold.ts'
import { releaseHolds } from './release-holds.ts'
import { useHolds } from './testing/hold-fixture.ts'

const holds = useHolds()

const unpaidIds = "select id from test_hold.test_hold where state = 'open' and $1 = 'member' order by id limit $2"

test('one whose payment is set aside hinders no other; where nothing is known of payments, the rest is left', async () => {
  const [setAside, free, unknown] = [await holds.add(), await holds.add(), await holds.add(), await holds.add()]
  const settlement = { isSetAside: (id: string) => id === setAside }
  const asked: string[] = []
  const cancel = async (id: string) => {
    asked.push(id)
    if (id !== free) throw paymentsUnknown()
  }
  const { message } = paymentsUnknown()
  expect(
    await releaseHolds(
      { database: { requests: holds.owner }, settlement, context: { language: 'en' } },
      { unpaidIds },
      'member',
      cancel,
    ),
  ).toEqual({ released: [free], failed: [setAside, unknown].map(id => ({ id, message })), hasMore: true })
  expect(asked).toEqual([setAside, free, unknown])
})

test('two hundred are released by one request, and whether there are more is said', async () => {
  for (let added = 0; added <= 200; added += 1) await holds.add()
  const release = () =>
    releaseHolds(
      { database: { requests: holds.owner }, settlement: holds.settlement, context: { language: 'en' } },
      { unpaidIds },
      'member',
      end,
    )
  const end = (id: string) => holds.owner.query("update test_hold.test_hold set state = 'paid' where id = $1", [id])
  const first = await release()
  expect([first.released.length, first.hasMore]).toEqual([200, true])
  expect(await release()).toMatchObject({ released: [expect.any(String)], hasMore: false })
})

test('a hold whose payment is set aside may have been paid', async () => {
  const setAside = { ...holds.deps, settlement: { ...holds.settlement, isSetAside: (id: string) => id === 'one' } }
  expect([await arePaymentsSettled(setAside, 'one'), await arePaymentsSettled(setAside, 'another')]).toEqual([
    false,
    true,
  ])
})
