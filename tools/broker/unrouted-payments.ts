import { paymentsExchange, unroutedPaymentsExchange } from '@campstore/contract/messages/payments'
import type { Management } from '@campstore/local-servers/management'

/**
 * Sets a policy by which the exchange of payments sends unroutable ones to the alternate exchange
 * (docs/decisions.md, 147). A policy, because the arguments of an exchange that exists cannot be changed.
 *
 * @param vhost percent-encoded
 */
export const keepUnroutedPayments = (manage: Management, vhost: string): Promise<unknown> =>
  manage('PUT', `policies/${vhost}/campstore-unrouted-payments`, {
    pattern: `^${paymentsExchange}$`,
    definition: { 'alternate-exchange': unroutedPaymentsExchange },
    'apply-to': 'exchanges',
    priority: 1,
  })
