import { transaction } from '@campstore/database/database'
import { describe, expect, test } from 'vitest'
import { insertInboxEntry } from './inbox.ts'
import { storeDatabase } from './testing/servers.ts'

describe('the inbox', () => {
  test('accepts one of many concurrent deliveries', async () => {
    const { pool } = await storeDatabase()
    const deliveries = Array.from({ length: 8 }, () =>
      transaction(pool, tx => insertInboxEntry(tx, 'store', 'spending', 'event-1')),
    )
    expect((await Promise.all(deliveries)).filter(first => first)).toHaveLength(1)
  })

  test('accepts a delivery again whose effect was rolled back', async () => {
    const { pool } = await storeDatabase()
    const failing = transaction(pool, async tx => {
      await insertInboxEntry(tx, 'store', 'spending', 'event-1')
      throw new Error('the effect failed')
    })
    await expect(failing).rejects.toThrow('the effect failed')
    expect(await transaction(pool, tx => insertInboxEntry(tx, 'store', 'spending', 'event-1'))).toBe(true)
  })
})
