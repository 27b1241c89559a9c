import { randomUUID } from 'node:crypto'
import type { Queryable } from '@campstore/database/database'

/** Values by column. */
export type Fields = Record<string, unknown>

/** A short unique id. */
export const unique = (kind: string): string => `${kind}-${randomUUID().slice(0, 8)}`

/**
 * Inserts a row and returns it as stored.
 *
 * @param table with its schema: `booking.zone`
 * @param onConflict such as `on conflict do nothing`; the given row is returned when it exists already
 */
export async function insertRow(owner: Queryable, table: string, row: Fields, onConflict = ''): Promise<Fields> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await owner.query<Fields>(
    `insert into ${table} (${columns.join(', ')}) values (${places}) ${onConflict} returning *`,
    Object.values(row),
  )
  return rows[0] ?? row
}

/** Changes columns of a row: `changeRow(owner, 'booking.zone', zone.id, { active: false })`. */
export async function changeRow(owner: Queryable, table: string, id: string | number, changes: Fields): Promise<void> {
  const assignments = Object.keys(changes).map((column, index) => `${column} = $${index + 2}`)
  await owner.query(`update ${table} set ${assignments.join(', ')} where id = $1`, [id, ...Object.values(changes)])
}

/** A customer of a test; `subject` is the subject of their tokens. */
export type TestCustomer = { customerId: string; subject: string; name: string; email: string }

/** Inserts a customer: active and bound to a subject, unless the changes (columns of `member.customer`) say otherwise. */
export async function insertCustomer(owner: Queryable, changes: Fields = {}): Promise<TestCustomer> {
  const id = unique('customer')
  const row = {
    id,
    firebase_uid: `uid-${id}`,
    name: '王小明',
    email: `${id}@members.test`,
    status: 'active',
    registered_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...changes,
  }
  await insertRow(owner, 'member.customer', row)
  return { customerId: row.id, subject: row.firebase_uid, name: row.name, email: row.email }
}
