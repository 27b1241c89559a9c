import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { holdingPermissions, paymentServicePermissions } from '@campstore/holds/permissions'
import { holdingTopology } from '@campstore/holds/topology'
import type { BrokerUser } from '@campstore/messaging/permissions'
import { combined, type Topology } from '@campstore/messaging/topology'
import { webhookPermissions, webhookTopology } from '../../services/admin/src/consumers/webhook-events.ts'
import { bookingNames } from '../../services/booking/src/names.ts'
import { orderNames } from '../../services/checkout/src/names.ts'
import { purchasePermissions, purchaseTopology } from '../../services/me/src/consumers/purchases.ts'
import { brokerClients, brokerPasswordVariable } from '../configuration/tool-variables.ts'

/** Who talks to the broker. */
export type BrokerClient = (typeof brokerClients)[number]

/** Name of a client's user in the broker. */
export const brokerUserOf = (client: string): string => `campstore_${client}`

/** The same addresses of the broker, separated by commas, with another login. */
export const withLogin = (addresses: string, login: { username: string; password: string }): string =>
  brokerAddressesIn(addresses)
    .map(address => Object.assign(new URL(address), login).href)
    .join(',')

/** Every user with its rights. */
export const brokerUsers: Readonly<Record<BrokerClient, BrokerUser>> = {
  booking: { name: brokerUserOf('booking'), permissions: holdingPermissions(bookingNames.kind), readsManagement: true },
  checkout: { name: brokerUserOf('checkout'), permissions: holdingPermissions(orderNames.kind), readsManagement: true },
  me: { name: brokerUserOf('me'), permissions: purchasePermissions },
  admin: { name: brokerUserOf('admin'), permissions: webhookPermissions },
  payment: { name: brokerUserOf('payment'), permissions: paymentServicePermissions },
}

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
  const given = brokerClients.flatMap(client => {
    const password = environment[brokerPasswordVariable(client)]
    return password ? [[client, password]] : []
  })
  return Object.fromEntries(given)
}
