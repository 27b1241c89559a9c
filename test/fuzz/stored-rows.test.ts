import { test as base } from '@campstore/testing/fixtures'
import { insertCustomer } from '@campstore/testing/rows'
import { describe, expect, test as plain } from 'vitest'
import { forbiddenChanges, type TableChange, watchStoredRows } from './stored-rows.ts'

const test = base
  .extend('owner', ({ database }) => database.pool())
  .extend('stored', async ({ owner }) => watchStoredRows(owner))

test('an inserted, a changed and a deleted row are found once, with their content', async ({ owner, stored }) => {
  await insertCustomer(owner, { id: 'ming', firebase_uid: 'ming', name: 'Ming' })
  expect(await stored.changes()).toMatchObject([{ table: 'member.customer', growth: 1, written: [{ id: 'ming' }] }])
  await owner.query(`update member.customer set name = 'Lin' where id = 'ming'`)
  expect(await stored.changes()).toMatchObject([{ table: 'member.customer', growth: 0, written: [{ name: 'Lin' }] }])
  await owner.query(`delete from member.customer where id = 'ming'`)
  expect(await stored.changes()).toEqual([{ table: 'member.customer', growth: -1, written: [] }])
  expect(await stored.changes()).toEqual([])
})

test('an update that changes no value is a write', async ({ owner, stored }) => {
  await insertCustomer(owner, { id: 'same', firebase_uid: 'same' })
  await stored.changes()
  await owner.query(`update member.customer set name = name where id = 'same'`)
  expect(await stored.changes()).toMatchObject([{ growth: 0, written: [{ id: 'same' }] }])
})

test('what was rolled back is no change', async ({ owner, stored }) => {
  const client = await owner.connect()
  await client.query('begin')
  await insertCustomer(owner, { id: 'kept', firebase_uid: 'kept' })
  await client.query(`insert into member.tag (id, name) values ('tag', 'Tag')`)
  await client.query('rollback')
  client.release()
  expect(await stored.changes()).toMatchObject([{ written: [{ id: 'kept' }] }])
})

test('a transaction that was open at one measurement is found by the next', async ({ owner, stored }) => {
  const client = await owner.connect()
  await client.query('begin')
  await client.query(`insert into member.tag (id, name) values ('late', 'Late')`)
  await insertCustomer(owner, { id: 'early', firebase_uid: 'early' })
  expect(await stored.changes()).toMatchObject([{ table: 'member.customer' }])
  await client.query('commit')
  client.release()
  expect(await stored.changes()).toMatchObject([{ table: 'member.tag', written: [{ id: 'late' }] }])
})

describe('what may not have changed', () => {
  const change = (table: string, written: TableChange['written'], growth: number): TableChange => ({
    table,
    written,
    growth,
  })

  plain.each([
    ['a new booking', change('booking.booking', [{ id: 'b' }], 1)],
    ['a changed order', change('checkout.store_order', [{ id: 'o' }], 0)],
    ['a deleted closure', change('booking.closure', [], -1)],
    ['a new message', change('booking.outbox', [{ id: 1 }], 1)],
    ['a message in place of another', change('booking.outbox', [{ id: 2 }], 0)],
    ['an entry of a success', change('admin.audit_entry', [{ outcome: 'succeeded' }], 1)],
    ['an entry that is not completed', change('admin.audit_entry', [{ outcome: 'started' }], 1)],
    ['a changed entry', change('admin.audit_entry', [{ outcome: 'refused' }], 0)],
  ])('%s', (_, forbidden) => {
    expect(forbiddenChanges([forbidden])).toEqual([forbidden])
  })

  plain('published messages and entries of refused writes are allowed', () => {
    const entry = change('admin.audit_entry', [{ outcome: 'refused' }, { outcome: 'failed' }], 2)
    expect(forbiddenChanges([change('checkout.outbox', [], -3), entry])).toEqual([])
  })
})
