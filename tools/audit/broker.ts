import { paymentsExchange, unroutedPaymentsExchange } from '@campstore/contract/messages/payments'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { paymentsQueue, unroutedPaymentsQueue } from '@campstore/holds/topology'
import { managementClient, vhostOf } from '@campstore/local-servers/management'
import { findUnsafeQueues } from '@campstore/messaging/queue-settings'
import { parkedQueue, type Topology } from '@campstore/messaging/topology'
import type pg from 'pg'
import { z } from 'zod'
import { wholeTopology } from '../broker/users.ts'
import type { CheckResult } from './audit.ts'

/** Holds whose timer must be in a delay queue, and not in the outbox or on its way. Both statements read an index of few rows. */
const holdsWithTimer = /* sql */ `
  select
    'booking' as kind,
    count(*)::integer - (select count(*) from booking.outbox where routing_key like 'booking.hold.%')::integer as holds
  from booking.booking
  where status = 'pending' and payment_status = 'unpaid'
    and checkout_expires_at > now() + interval '1 minute' and created_at < now() - interval '1 minute'
  union all
  select
    'order',
    count(*)::integer - (select count(*) from checkout.outbox where routing_key like 'order.hold.%')::integer
  from checkout.store_order
  where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
    and checkout_expires_at > now() + interval '1 minute' and placed_at < now() - interval '1 minute'`

const count = z.number().default(0)
const properties = z.record(z.string(), z.unknown()).catch({})
const queue = z.object({
  name: z.string(),
  arguments: properties,
  consumers: count,
  messages: count,
  messages_unacknowledged: count,
})
const exchange = z.object({ name: z.string(), policy: z.string().nullish(), arguments: properties })
const policy = z.object({ name: z.string(), definition: properties })
const binding = z.object({ source: z.string(), destination: z.string(), routing_key: z.string() })

type Listed = Awaited<ReturnType<typeof list>>

const delayQueue = /^(booking|order)\.hold\.(\d+)s$/
const paymentQueues = (['booking', 'order'] as const).flatMap(kind => [
  paymentsQueue(kind),
  unroutedPaymentsQueue(kind),
])

/**
 * Checks queues, bindings and policies, who consumes, and the timers of holds. The broker's statistics are some seconds old.
 *
 * @param managementUrl address of the management API, with the login of an administrator
 * @throws {CliError} when the management API cannot be reached or refuses
 */
export async function checkBroker(
  rabbitmqUrl: string,
  managementUrl: string,
  client: Pick<pg.ClientBase, 'query'>,
): Promise<CheckResult[]> {
  const { rows: holds } = await client.query<{ kind: HoldKind; holds: number }>(holdsWithTimer)
  const listed = await list(rabbitmqUrl, managementUrl)
  const topology = topologyOf(listed)
  const unsafe = await findUnsafeQueues({ url: rabbitmqUrl, managementUrl, topology })
  const parked = new Set(topology.queues.map(({ name }) => name))
  const timersOf = (kind: HoldKind) =>
    listed.queues
      .filter(({ name }) => delayQueue.exec(name)?.[1] === kind)
      .reduce((sum, { messages }) => sum + messages, 0)
  const noted = (rule: string, rows: CheckResult['rows']): CheckResult => ({
    invariant: { rule, holds: 'noted' },
    rows,
  })
  return [
    {
      invariant: { rule: 'the broker has what this version declares, and no unsafe policy', holds: 'always' },
      rows: [...differencesIn(topology, listed), ...unsafe].map(difference => ({ difference })),
    },
    noted(
      'every queue of a service has a consumer',
      listed.queues
        .filter(({ name, consumers }) => parked.has(parkedQueue(name)) && consumers === 0)
        .map(({ name, messages }) => ({ queue: name, messages })),
    ),
    noted(
      'every open hold has its timer (without one the sweep ends it)',
      holds.map(row => ({ ...row, timers: timersOf(row.kind) })).filter(({ holds, timers }) => timers < holds),
    ),
    // Like messages set aside. The broker does not say for how long: under load some are in hand at any time.
    noted(
      'no payments are in hand for longer than a moment (check again)',
      listed.queues
        .filter(({ name, messages_unacknowledged }) => paymentQueues.includes(name) && messages_unacknowledged > 0)
        .map(({ name, messages_unacknowledged }) => ({ queue: name, payments: messages_unacknowledged })),
    ),
  ]
}

/** What a virtual host has, as its management API lists it. */
async function list(rabbitmqUrl: string, managementUrl: string) {
  const manage = managementClient(managementUrl)
  const vhost = vhostOf(brokerAddressesIn(rabbitmqUrl)[0])
  const listOf = async <T>(what: string, element: z.ZodType<T>) =>
    z.array(element).parse(await manage('GET', `${what}/${vhost}`))
  return {
    queues: await listOf('queues', queue),
    exchanges: await listOf('exchanges', exchange),
    bindings: await listOf('bindings', binding),
    policies: await listOf('policies', policy),
  }
}

/**
 * Everything that this version declares. There is a delay queue for each duration that holds have had, and at least one of each
 * kind.
 */
function topologyOf({ queues }: Listed): Topology {
  const delays = queues.flatMap(({ name }) => {
    const [, kind, seconds] = delayQueue.exec(name) ?? []
    return kind === undefined ? [] : [{ name, kind, seconds: Number(seconds) }]
  })
  const durations = [...new Set([...delays.map(({ seconds }) => seconds), 900])]
  const declared = new Map(
    durations.flatMap(seconds => wholeTopology(seconds).queues.map(queue => [queue.name, queue])),
  )
  const isWanted = ({ name }: { name: string }) => {
    const kind = delayQueue.exec(name)?.[1]
    const existing = delays.filter(delay => delay.kind === kind)
    return kind === undefined || existing.length === 0 || existing.some(delay => delay.name === name)
  }
  return { ...wholeTopology(900), queues: [...declared.values()].filter(isWanted) }
}

/** What is declared and is not there, and bindings that lead anything else into the queues of payments. */
function differencesIn(topology: Topology, listed: Listed): string[] {
  const known = new Set(listed.queues.map(({ name }) => name))
  const declared = [
    lineOfAlternate(paymentsExchange, unroutedPaymentsExchange),
    ...topology.exchanges.map(({ name }) => `the exchange ${name}`),
    ...topology.queues.map(({ name }) => `the queue ${name}`),
    ...topology.queues.filter(({ name }) => known.has(name)).flatMap(linesOfArguments),
    ...topology.bindings.map(({ queue, exchange, routingKey }) => lineOfBinding(queue, exchange, routingKey)),
  ]
  const bindings = listed.bindings
    .filter(({ source }) => source !== '')
    .map(({ source, destination, routing_key }) => lineOfBinding(destination, source, routing_key))
  const actual = [
    ...listed.exchanges.map(({ name }) => `the exchange ${name}`),
    ...listed.exchanges.map(exchange => {
      const definition = listed.policies.find(({ name }) => name === exchange.policy)?.definition
      return lineOfAlternate(
        exchange.name,
        definition?.['alternate-exchange'] ?? exchange.arguments['alternate-exchange'],
      )
    }),
    ...listed.queues.map(({ name }) => `the queue ${name}`),
    ...listed.queues.flatMap(linesOfArguments),
    ...bindings,
  ]
  return [
    ...[...new Set(declared)].filter(line => !actual.includes(line)).map(line => `missing: ${line}`),
    ...bindings
      .filter(line => !declared.includes(line) && paymentQueues.some(queue => line.startsWith(`${queue} `)))
      .map(line => `surplus: ${line}`),
  ]
}

const linesOfArguments = (queue: Pick<Listed['queues'][number], 'name' | 'arguments'>): string[] =>
  Object.entries(queue.arguments).map(([name, value]) => `${queue.name} has ${name} ${JSON.stringify(value)}`)

const lineOfAlternate = (exchange: string, alternate: unknown): string =>
  `${exchange} has the alternate exchange ${alternate}`

const lineOfBinding = (queue: string, exchange: string, key: string): string => `${queue} gets ${key} from ${exchange}`
