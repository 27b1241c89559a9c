import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { holdingPermissions, paymentServicePermissions } from '@campstore/holds/permissions'
import { holdingTopology } from '@campstore/holds/topology'
import { combined, type Topology } from '@campstore/messaging/topology'
import { webhookPermissions, webhookTopology } from '../../services/admin/src/consumers/webhook-events.ts'
import { bookingNames } from '../../services/booking/src/names.ts'
import { orderNames } from '../../services/checkout/src/names.ts'
import { purchasePermissions, purchaseTopology } from '../../services/me/src/consumers/purchases.ts'
import type { BrokerUser } from './permit.ts'

/** Name of a client's user in the broker. */
export const brokerUserOf = (client: string): string => `campstore_${client}`

/** The same addresses of the broker, separated by commas, with another login. */
export const withLogin = (addresses: string, login: { username: string; password: string }): string =>
  brokerAddressesIn(addresses)
    .map(address => Object.assign(new URL(address), login).href)
    .join(',')

const user = (client: string, permissions: BrokerUser['permissions'], readsManagement = false): BrokerUser => ({
  name: brokerUserOf(client),
  permissions,
  readsManagement,
})

/** Every user with its rights, by the client that logs in; products and the gateway do not. */
export const brokerUsers = {
  booking: user('booking', holdingPermissions(bookingNames.kind), true),
  checkout: user('checkout', holdingPermissions(orderNames.kind), true),
  me: user('me', purchasePermissions),
  admin: user('admin', webhookPermissions),
  payment: user('payment', paymentServicePermissions),
} as const

/** Who talks to the broker. */
export type BrokerClient = keyof typeof brokerUsers

/** The variable with the password of a client's user of the broker. */
export const brokerPasswordVariable = (client: string): string => `${client.toUpperCase()}_BROKER_PASSWORD`

/** All exchanges and queues, with the delay queues for these lengths of holds in seconds. */
export const wholeTopology = (holdSeconds: number): Topology =>
  combined(
    holdingTopology(bookingNames.kind, holdSeconds),
    holdingTopology(orderNames.kind, holdSeconds),
    purchaseTopology,
    webhookTopology,
  )

/** Passwords that the environment gives, by client; the others are left as they are. */
export function brokerPasswords(environment: NodeJS.ProcessEnv): Partial<Record<BrokerClient, string>> {
  const given = Object.keys(brokerUsers).flatMap(client => {
    const password = environment[brokerPasswordVariable(client)]
    return password ? [[client, password]] : []
  })
  return Object.fromEntries(given)
}
