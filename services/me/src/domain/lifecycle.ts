import type { AdminCustomer } from '@campstore/contract/admin/customers'

/** What a customer is: a deleted one stays so. */
export type CustomerStatus = AdminCustomer['status']

/** What an administrator can do to a customer's standing. */
export type Trigger = 'suspend' | 'reactivate'

type Row = { from: CustomerStatus; trigger: Trigger; to: CustomerStatus }

/** The state machine of a customer (interface.md, Admin, Customers). What no row allows is refused. */
export const lifecycle: readonly Row[] = [
  { from: 'active', trigger: 'suspend', to: 'suspended' },
  { from: 'suspended', trigger: 'reactivate', to: 'active' },
]

/** Where a trigger takes a customer, or undefined when the state machine has no such way. */
export const transition = (from: CustomerStatus, trigger: Trigger): CustomerStatus | undefined =>
  lifecycle.find(row => row.from === from && row.trigger === trigger)?.to
