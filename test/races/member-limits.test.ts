import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '../system/client.ts'
import { deadlocks } from '../system/lock-barrier.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// docs/contract/limits.md#holds-of-one-member, through the gateway and all processes of the service.
let system: System
beforeAll(async () => {
  const variablesOf = () => ({ MAX_OPEN_HOLDS: '100', MAX_HELD_PIECES: '20', MAX_HELD_SHARE_PERCENT: '50' })
  system = await startSystem({ services: ['checkout'], variablesOf })
})
afterAll(() => system?.stop())

test('two members who check out everything at once, in either order, each hold exactly the limit', async () => {
  const members = await system.members(2)
  const { variantIds } = await openStore(system.owner, [400, 400])
  const items = variantIds.map(variantId => ({ variantId, quantity: 1 }))
  const requests = members.flatMap(member =>
    Array.from({ length: 30 }, (_, number) =>
      member.order(orderFor([], { items: number % 2 === 0 ? items : items.toReversed() })),
    ),
  )
  const answers = tally(await Promise.all(requests))
  const { rows } = await system.owner.query<{ pieces: number }>(`
    select sum(quantity)::integer as pieces
    from checkout.store_order
    join checkout.stock_reservation on order_id = id
    group by customer_id`)
  expect([answers, rows]).toEqual([{ '200': 20, '409 CONFLICT': 40 }, [{ pieces: 20 }, { pieces: 20 }]])
  expect(await deadlocks(system.owner)).toBe(0)
})
