import { transaction } from '@campstore/database/database'
import { describe, expect, it } from 'vitest'
import { storeDatabase } from '../test/servers.ts'
import { firstDelivery, pruneInbox } from './inbox.ts'

describe('the inbox', () => {
  it('lets one of many deliveries at the same instant have its effect', async () => {
    const { pool } = await storeDatabase()
    const deliveries = Array.from({ length: 8 }, () =>
      transaction(pool, tx => firstDelivery(tx, 'store', 'spending', 'event-1')),
    )
    expect((await Promise.all(deliveries)).filter(first => first)).toHaveLength(1)
  })

  it('forgets a delivery whose effect was rolled back', async () => {
    const { pool } = await storeDatabase()
    const failing = transaction(pool, async tx => {
      await firstDelivery(tx, 'store', 'spending', 'event-1')
      throw new Error('the effect failed')
    })
    await expect(failing).rejects.toThrow('the effect failed')
    expect(await firstDelivery(pool, 'store', 'spending', 'event-1')).toBe(true)
  })

  it('remembers for each consumer by itself', async () => {
    const { pool } = await storeDatabase()
    await firstDelivery(pool, 'store', 'spending', 'event-1')
    expect(await firstDelivery(pool, 'store', 'mail', 'event-1')).toBe(true)
  })

  it('is pruned of what is old, a bounded number at a time', async () => {
    const { pool } = await storeDatabase()
    await pool.query(`
      insert into store.inbox (consumer, message_id, received_at)
      select 'spending', n::text, now() - make_interval(days => case when n <= 5 then 31 else 29 end)
      from generate_series(1, 8) n`)
    const pruned = [await pruneInbox(pool, 'store', 30, 3), await pruneInbox(pool, 'store', 30, 3)]
    const left = await pool.query('select message_id from store.inbox order by message_id')
    expect([pruned, left.rows.map(row => row.message_id)]).toEqual([
      [3, 2],
      ['6', '7', '8'],
    ])
  })
})
