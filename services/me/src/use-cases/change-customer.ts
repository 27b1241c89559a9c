import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminCustomerDetail, ChangeCustomer } from '@campstore/contract/admin/customers'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import { lockOutMember } from '@campstore/holds/member-lock'
import type { ServiceContext } from '@campstore/service/dependencies'
import { insertNote } from '@campstore/service/notes'
import { type Trigger, transition } from '../domain/lifecycle.ts'
import { findCustomerLocked } from '../persistence/customer-rows.ts'
import { customerNotes } from '../persistence/customers.ts'
import type { CustomerRow } from '../persistence/entities.ts'
import { isJoined } from './join-customers.ts'
import { customerNotFound, describeCustomer } from './read-customers.ts'

type Dependencies = Pick<ServiceContext, 'database' | 'clock'>

/**
 * Changes name, phone, birthday or points; other fields stay (docs/contract/admin.md#customers).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for a customer who was joined into another one
 */
export const changeCustomer = (deps: Dependencies, id: string, changes: ChangeCustomer): Promise<AdminCustomerDetail> =>
  writeCustomer(deps, id, () => changes)

/**
 * Suspends an active customer, or reactivates a suspended one. A suspension waits for holds of the customer that are under way; no
 * request takes or changes one after it, also if it began before.
 *
 * @param reason shown to staff while the customer is suspended
 * @throws {ApiError} NOT_FOUND, CONFLICT
 */
export const setCustomerStatus = (
  deps: Dependencies,
  id: string,
  trigger: Trigger,
  reason?: string,
): Promise<AdminCustomerDetail> =>
  writeCustomer(deps, id, customer => {
    const status = transition(customer.status, trigger)
    if (!status) throw new ApiError('CONFLICT', text(refusals[trigger], { status: text(`status.${customer.status}`) }))
    return { status, statusReason: reason ?? null }
  })

/**
 * Adds a note of staff (docs/contract/admin.md#notes).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for a customer who was joined into another one
 */
export async function addCustomerNote(
  { database, clock, newId }: Pick<ServiceContext, 'database' | 'clock' | 'newId'>,
  id: string,
  text: string,
  administrator: Administrator,
): Promise<AdminCustomerDetail> {
  return (await database.em()).transactional(async em => {
    const customer = await findCustomerLocked(em, id)
    if (!customer) throw customerNotFound()
    if (customer.joinedInto) throw isJoined(customer)
    const tx = connectionOf(em)
    await insertNote(tx, customerNotes, { recordId: id, id: newId(), text, at: clock() }, administrator)
    return describeCustomer(tx, customer)
  })
}

const refusals = {
  suspend: 'customer.cannotSuspend',
  reactivate: 'customer.cannotReactivate',
} as const satisfies Record<Trigger, string>

async function writeCustomer(
  deps: Dependencies,
  id: string,
  decide: (customer: CustomerRow) => Partial<Pick<CustomerRow, 'status' | 'statusReason'>> | ChangeCustomer,
): Promise<AdminCustomerDetail> {
  return (await deps.database.em()).transactional(async em => {
    const locked = await findCustomerLocked(em, id)
    if (!locked) throw customerNotFound()
    if (locked.joinedInto) throw isJoined(locked)
    const updatedAt = new Date(Math.max(locked.updatedAt.getTime(), deps.clock().getTime()))
    em.assign(locked, { ...decide(locked), updatedAt })
    await em.flush()
    if (locked.status !== 'active') await lockOutMember(connectionOf(em), id)
    return describeCustomer(connectionOf(em), locked)
  })
}
