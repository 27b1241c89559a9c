import { createTestDatabase } from '@campstore/testing/databases'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  ['booking', 16],
  ['checkout', 19],
])(
  '%s takes no hold in another isolation level, in which three would get the last site or piece',
  async (schema, parameters) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    await database.pool().query(`alter database ${database.name} set default_transaction_isolation = 'repeatable read'`)
    const held = database.pool().query(`select ${schema}.take_hold(${Array(parameters).fill('null').join()})`)
    await expect(held).rejects.toThrow('Holds need the isolation level read committed')
  },
)
