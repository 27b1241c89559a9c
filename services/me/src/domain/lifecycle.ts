import type { AdminCustomer } from '@campstore/contract/admin/customers'

/** The status of a customer. A deleted one stays deleted. */
export type CustomerStatus = AdminCustomer['status']

/** An administrator's changes of a customer's status. */
export type Trigger = 'suspend' | 'reactivate'

type Row = { from: CustomerStatus; trigger: Trigger; to: CustomerStatus }

/** The state machine of a customer (docs/contract/states.md#customer). Everything else is refused. */
export const lifecycle: readonly Row[] = [
  { from: 'active', trigger: 'suspend', to: 'suspended' },
  { from: 'suspended', trigger: 'reactivate', to: 'active' },
]

/** The status after a trigger; undefined where no row allows it. */
export const transition = (from: CustomerStatus, trigger: Trigger): CustomerStatus | undefined =>
  lifecycle.find(row => row.from === from && row.trigger === trigger)?.to
