import type { AdminCustomerDetail } from '@campstore/contract/admin/customers'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findCustomer, findCustomersLocked, isJoinTarget } from '../persistence/customer-rows.ts'
import type { CustomerRow } from '../persistence/entities.ts'
import { lockPurchases } from '../persistence/purchase-reconciliation.ts'
import { customerNotFound, describeCustomer } from './read-customers.ts'

/**
 * Makes everything of another customer this one's, and suspends the other one (docs/contract/admin.md#join), in one transaction:
 * a crash leaves nothing half done. Repeated, it moves anything that the other one has got since.
 *
 * The purchases are locked before the customers, as `rebuildSpending` does, so that a payment under way counts for either.
 *
 * @throws {ApiError} NOT_FOUND, CONFLICT
 */
export async function joinCustomers(
  deps: Pick<ServiceContext, 'database' | 'clock'>,
  id: string,
  otherId: string,
): Promise<AdminCustomerDetail> {
  return (await deps.database.em()).transactional(async em => {
    const tx = connectionOf(em)
    await lockPurchases(tx)
    const found = await findCustomersLocked(em, [id, otherId])
    requireJoinable(id, otherId, found)
    if (await isJoinTarget(tx, otherId)) throw new ApiError('CONFLICT', text('customer.hasJoined', { id: otherId }))
    await tx.query('select member.join_customer($1, $2, $3)', [id, otherId, deps.clock()])
    em.clear()
    const joined = await findCustomer(em, id)
    if (!joined) throw customerNotFound()
    return describeCustomer(tx, joined)
  })
}

function requireJoinable(id: string, otherId: string, found: readonly CustomerRow[]): void {
  if (id === otherId) throw errorAt('CONFLICT', 'otherId', text('customer.joinsItself'))
  for (const [customerId, mayBeJoinedInto] of [
    [id, null],
    [otherId, id],
  ] as const) {
    const customer = found.find(each => each.id === customerId)
    if (!customer) throw customerNotFound()
    if (customer.status === 'deleted') throw new ApiError('CONFLICT', text('customer.cannotJoin'))
    const into = customer.joinedInto ?? null
    if (into !== null && into !== mayBeJoinedInto) throw isJoined(customer)
  }
}

/** The refusal of a change of a customer who was joined into another one. */
export const isJoined = ({ id, joinedInto }: Pick<CustomerRow, 'id' | 'joinedInto'>): ApiError =>
  new ApiError('CONFLICT', text('customer.isJoined', { id, into: joinedInto ?? '' }))
