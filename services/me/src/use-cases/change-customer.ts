import type { AdminCustomerDetail, ChangeCustomer } from '@campstore/contract/admin/customers'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import type { Running } from '@campstore/service/dependencies'
import { type Trigger, transition } from '../domain/lifecycle.ts'
import { findCustomerLocked, type StoredCustomer, saveCustomer } from '../persistence/customers.ts'
import { describeCustomer, noSuchCustomer } from './read-customers.ts'

type Given = Pick<Running, 'database' | 'clock'>

/**
 * Changes name, phone, birthday or points; what is not named stays (interface.md, Admin, Customers).
 *
 * @throws {ApiError} NOT_FOUND
 */
export const changeCustomer =
  (given: Given) =>
  (id: string, wanted: ChangeCustomer): Promise<AdminCustomerDetail> =>
    writeCustomer(given, id, customer => ({ ...customer, ...wanted }))

/**
 * Suspends an active customer, or makes a suspended one active again. The next request of theirs is judged by it.
 *
 * @throws {ApiError} NOT_FOUND, CONFLICT
 */
export const setCustomerStatus =
  (given: Given) =>
  (id: string, trigger: Trigger): Promise<AdminCustomerDetail> =>
    writeCustomer(given, id, customer => {
      const status = transition(customer.status, trigger)
      if (!status) throw new ApiError('CONFLICT', `A customer who is ${customer.status} cannot be ${done[trigger]}`)
      return { ...customer, status }
    })

const done: Readonly<Record<Trigger, string>> = { suspend: 'suspended', reactivate: 'reactivated' }

const writeCustomer = (
  { database, clock }: Given,
  id: string,
  decide: (customer: StoredCustomer) => StoredCustomer,
): Promise<AdminCustomerDetail> =>
  transaction(database.pool, async tx => {
    const customer = await findCustomerLocked(tx, id)
    if (!customer) throw noSuchCustomer()
    await saveCustomer(tx, decide(customer), clock())
    return describeCustomer(tx, id)
  })
