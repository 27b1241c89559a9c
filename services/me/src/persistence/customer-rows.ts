import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CustomerEntity, type CustomerRow } from './entities.ts'

/** A customer with their tags. */
export const findCustomer = (em: EntityManager, id: string): Promise<CustomerRow | null> =>
  em.findOne(CustomerEntity, id, { populate: ['tags'] })

/** A customer with their tags, under the customer's lock, which ends with the transaction. */
export async function findCustomerLocked(em: EntityManager, id: string): Promise<CustomerRow | null> {
  const customer = await em.findOne(CustomerEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await customer?.tags.init()
  return customer
}
