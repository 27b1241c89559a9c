import { setTimeout as delay } from 'node:timers/promises'
import { holdQueuesOf, paymentsQueue } from '@campstore/holds/topology'
import { managementClient } from '@campstore/local-servers/management'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { PurchaseQueue } from '../../services/me/src/consumers/purchases.ts'
import { rebuild } from '../../tools/rebuild-spending.ts'
import { holdSeconds } from './data-set.ts'
import type { FaultStep } from './faults.ts'
import type { RecordingPayments } from './payment-service.ts'
import type { FaultServers } from './servers.ts'

const bindings = z.array(z.object({ source: z.string(), properties_key: z.string() }))
const eventIds = z.array(z.object({ id: z.string() }))

/**
 * Does something to a queue, and returns the repair: the effect of its lost messages is restored as in
 * docs/operations.md#a-queue-was-emptied-or-deleted.
 */
export async function harmQueue(
  { name, how }: Extract<FaultStep, { target: 'queue' }>,
  { servers, owner, payments }: { servers: FaultServers; owner: Pool; payments: RecordingPayments },
): Promise<() => Promise<void>> {
  const manage = managementClient(servers.managementUrl)
  const kind = name === 'booking' ? 'booking' : 'order'
  const [verb, what] = how.split(' ')
  const purchases: PurchaseQueue = 'me.spending'
  const timers = holdQueuesOf(kind, holdSeconds)
  const queues: Record<string, string> = {
    payments: paymentsQueue(kind),
    timers: timers.delayQueue,
    'expired-timers': timers.expiredQueue,
    purchases,
  }
  const queue = queues[what ?? ''] ?? ''
  const bindingsOf = async () =>
    bindings.parse(await manage('GET', `queues/%2F/${queue}/bindings`)).filter(({ source }) => source !== '')
  const harm = async () => {
    if (verb === 'purged') await manage('DELETE', `queues/%2F/${queue}/contents`)
    if (verb === 'deleted') await manage('DELETE', `queues/%2F/${queue}`)
    if (verb !== 'unbound') return
    for (const { source, properties_key } of await bindingsOf())
      await manage('DELETE', `bindings/%2F/e/${source}/q/${queue}/${properties_key}`)
  }
  // Messages are in a queue without consumers: they are killed until then.
  if (verb !== 'purged') await harm()
  const harmedAt = Date.now()
  return async () => {
    if (verb === 'purged') await harm()
    while (verb === 'unbound' && (await bindingsOf()).length === 0) await delay(200)
    if (what === 'purchases') await rebuild({ DATABASE_ADMIN_URL: servers.adminUrl })
    // Without bindings payments come by the alternate exchange, and none is lost.
    if (what !== 'payments' || verb === 'unbound') return
    const recorded = await owner.query(
      'select event_id as id from booking.payment_notification union all select event_id from checkout.payment_notification',
    )
    const known = new Set(eventIds.parse(recorded.rows).map(({ id }) => id))
    await payments.publishAgain(kind, verb === 'purged' ? Date.now() : harmedAt, known)
  }
}
