import type { Note } from '@campstore/contract/admin/notes'
import type { Queryable, Transaction } from '@campstore/database/database'
import { notesOf } from '@campstore/service/notes'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { customerNotes } from './customers.ts'
import { CustomerEntity, type CustomerRow } from './entities.ts'

/** A customer with their tags. */
export const findCustomer = (em: EntityManager, id: string): Promise<CustomerRow | null> =>
  em.findOne(CustomerEntity, id, { populate: ['tags'] })

/** Customers under their locks, which are taken by id and end with the transaction. */
export const findCustomersLocked = (em: EntityManager, ids: string[]): Promise<CustomerRow[]> =>
  em.find(CustomerEntity, { id: { $in: ids } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })

/** Whether other customers were joined into this one. */
export const isJoinTarget = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.query('select from member.customer where joined_into = $1 limit 1', [id])).rowCount === 1

/** Ids of other customers with the e-mail of one, who may be the same person; joined and deleted ones are left out. */
export async function findSameEmail(database: Queryable, { id, email }: CustomerRow): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    /* sql */ `
    select id
    from member.customer
    where lower(email) = lower($2::text collate "C")
      and $2 <> ''
      and id <> $1
      and joined_into is null
      and status <> 'deleted'
    order by id
    limit 5`,
    [id, email],
  )
  return rows.map(row => row.id)
}

/** The notes of staff about a customer, newest first. */
export async function findNotes(database: Queryable, customerId: string): Promise<Note[]> {
  const { rows } = await database.query<{ notes: Note[] }>(`select ${notesOf(customerNotes, '$1')} as notes`, [
    customerId,
  ])
  return rows[0]?.notes ?? []
}

/** A customer with their tags, under the customer's lock, which ends with the transaction. */
export async function findCustomerLocked(em: EntityManager, id: string): Promise<CustomerRow | null> {
  const customer = await em.findOne(CustomerEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await customer?.tags.init()
  return customer
}
