import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminCustomerDetail, ChangeCustomer } from '@campstore/contract/admin/customers'
import type { BookingListItem } from '@campstore/contract/booking/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import type { OrderListItem } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import { findCustomerRows } from '@campstore/database/customer-page'
import type { Queryable } from '@campstore/database/database'
import { connectionOf } from '@campstore/database/em-connection'
import { lockOutMember } from '@campstore/holds/member-lock'
import type { ServiceContext } from '@campstore/service/dependencies'
import { insertNote } from '@campstore/service/notes'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Trigger, transition } from '../domain/lifecycle.ts'
import { bookingsOfCustomer, ordersOfCustomer } from '../persistence/customer-lists.ts'
import {
  findCustomer,
  findCustomerLocked,
  findCustomersLocked,
  findNotes,
  findSameEmail,
  isJoinTarget,
} from '../persistence/customer-rows.ts'
import { customerNotes } from '../persistence/customers.ts'
import type { CustomerRow } from '../persistence/entities.ts'
import { lockPurchases } from '../persistence/purchase-reconciliation.ts'
import { presentCustomerDetail } from '../presenters.ts'

/** How many recent orders, and recent bookings, a customer's detail has (docs/contract/admin.md#customers). */
const recent = { limit: 5 }

/** A customer with the latest orders and bookings, for staff. Throws NOT_FOUND. */
export async function readCustomer(deps: Pick<ServiceContext, 'database'>, id: string): Promise<AdminCustomerDetail> {
  const customer = await findCustomer(await deps.database.em(), id)
  if (!customer) throw customerNotFound()
  return describeCustomer(deps.database.requests, customer)
}

/** A customer's detail, with the latest orders and bookings. */
async function describeCustomer(database: Queryable, customer: CustomerRow): Promise<AdminCustomerDetail> {
  const [orders, bookings, sameEmail, notes] = await Promise.all([
    findCustomerRows<OrderListItem>(database, ordersOfCustomer, customer.id, recent),
    findCustomerRows<BookingListItem>(database, bookingsOfCustomer, customer.id, recent),
    findSameEmail(database, customer),
    findNotes(database, customer.id),
  ])
  return presentCustomerDetail(customer, { orders, bookings, sameEmail, notes })
}

const customerNotFound = (): ApiError => new ApiError('NOT_FOUND', text('customer.notFound'))

type Dependencies = Pick<ServiceContext, 'database' | 'clock'>

/**
 * Changes name, phone, birthday or points; other fields stay (docs/contract/admin.md#customers). Throws NOT_FOUND;
 * CONFLICT for a customer who was joined into another one.
 */
export const changeCustomer = (deps: Dependencies, id: string, changes: ChangeCustomer): Promise<AdminCustomerDetail> =>
  writeCustomer(deps, id, () => changes)

/**
 * Suspends an active customer, or reactivates a suspended one. A suspension waits for holds of the customer that are under way; no
 * request takes or changes one after it, also if it began before. Throws NOT_FOUND, CONFLICT.
 *
 * @param reason shown to staff while the customer is suspended
 */
export const setCustomerStatus = (deps: Dependencies, id: string, trigger: Trigger, reason?: string) =>
  writeCustomer(deps, id, customer => {
    const status = transition(customer.status, trigger)
    if (!status) throw new ApiError('CONFLICT', text(refusals[trigger], { status: text(`status.${customer.status}`) }))
    return { status, statusReason: reason ?? null }
  })

/** Adds a note of staff (docs/contract/admin.md#notes). Throws as {@link changeCustomer}. */
export const addCustomerNote = (
  { database, clock, newId }: Pick<ServiceContext, 'database' | 'clock' | 'newId'>,
  id: string,
  text: string,
  administrator: Administrator,
): Promise<AdminCustomerDetail> =>
  changeLocked({ database }, id, em =>
    insertNote(connectionOf(em), customerNotes, { recordId: id, id: newId(), text, at: clock() }, administrator),
  )

const refusals = {
  suspend: 'customer.cannotSuspend',
  reactivate: 'customer.cannotReactivate',
} as const satisfies Record<Trigger, string>

const writeCustomer = (
  deps: Dependencies,
  id: string,
  decide: (customer: CustomerRow) => Partial<Pick<CustomerRow, 'status' | 'statusReason'>> | ChangeCustomer,
): Promise<AdminCustomerDetail> =>
  changeLocked(deps, id, async (em, customer) => {
    const updatedAt = new Date(Math.max(customer.updatedAt.getTime(), deps.clock().getTime()))
    em.assign(customer, { ...decide(customer), updatedAt })
    await em.flush()
    if (customer.status !== 'active') await lockOutMember(connectionOf(em), id)
  })

const changeLocked = async (
  { database }: Pick<ServiceContext, 'database'>,
  id: string,
  change: (em: EntityManager, customer: CustomerRow) => Promise<void>,
): Promise<AdminCustomerDetail> =>
  (await database.em()).transactional(async em => {
    const customer = await findCustomerLocked(em, id)
    if (!customer) throw customerNotFound()
    if (customer.joinedInto) throw isJoined(customer)
    await change(em, customer)
    return describeCustomer(connectionOf(em), customer)
  })

/**
 * Makes everything of another customer this one's, and suspends the other one (docs/contract/admin.md#join), in one transaction:
 * a crash leaves nothing half done. Repeated, it moves anything that the other one has got since.
 *
 * The purchases are locked before the customers, as `rebuildSpending` does, so that a payment under way counts for either.
 * Throws NOT_FOUND, CONFLICT.
 */
export const joinCustomers = async (
  deps: Pick<ServiceContext, 'database' | 'clock'>,
  id: string,
  otherId: string,
): Promise<AdminCustomerDetail> =>
  (await deps.database.em()).transactional(async em => {
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
const isJoined = ({ id, joinedInto }: Pick<CustomerRow, 'id' | 'joinedInto'>): ApiError =>
  new ApiError('CONFLICT', text('customer.isJoined', { id, into: joinedInto ?? '' }))
