import { brokerAddressesIn, brokerLoginIn } from '@campstore/core/config/broker-addresses'
import type { Topology } from './topology.ts'

type ActualQueue = { arguments: Record<string, unknown>; policy: Record<string, unknown> }

type DeclaredQueue = Topology['queues'][number]

export const unsafeQueuesText =
  'RabbitMQ has settings that lose messages or break their order. Change the policy or the queue that has them:'

/** Settings that a queue may only have as declared, with the effect of other values. */
const ownOnly = {
  'message-ttl': 'deletes messages',
  expires: 'deletes messages',
  'dead-letter-exchange': 'moves or drops messages',
  'dead-letter-routing-key': 'moves or drops messages',
  'dead-letter-strategy': 'moves or drops messages',
}

/**
 * Finds settings of a queue, by its arguments or by the policies of users and operators, that lose messages or break their
 * order: settlement relies on it (docs/architecture/payments.md). Returns each harmful setting with its value and effect.
 */
export function unsafeSettings(declared: DeclaredQueue, actual: ActualQueue): string[] {
  const { policy } = actual
  const given = (name: string) => policy[name] ?? actual.arguments[`x-${name}`]
  const wanted = (name: string) => declared.arguments[`x-${name}`]
  const found: string[] = []
  const report = (name: string, why: string) => found.push(`${name} = ${JSON.stringify(given(name))} ${why}`)
  const unlike = (name: string) => given(name) !== undefined && given(name) !== wanted(name)

  for (const [name, effect] of Object.entries(ownOnly)) if (unlike(name)) report(name, effect)
  if (given('overflow') !== 'reject-publish')
    for (const name of ['max-length', 'max-length-bytes']) if (given(name) !== undefined) report(name, 'drops messages')
  if (wanted('overflow') !== undefined && unlike('overflow')) report('overflow', 'drops messages')
  const [limit, ours] = [given('delivery-limit'), wanted('delivery-limit')]
  if (typeof limit === 'number' && limit < (typeof ours === 'number' ? ours : minKeptDeliveries))
    report('delivery-limit', 'gives messages up too early')
  for (const name of ['queue-type', 'single-active-consumer'])
    if (wanted(name) !== undefined && actual.arguments[`x-${name}`] !== wanted(name))
      report(name, `must be ${JSON.stringify(wanted(name))}`)
  return [...found, ...delayedRetries(given)]
}

/** Queues without our own limit have a policy's, which is never reached; this is lower than any of those. */
const minKeptDeliveries = 1_000_000

/** RabbitMQ 4.3 can hold returned messages back: later ones, and settlement checks, would overtake them. */
function delayedRetries(given: (name: string) => unknown): string[] {
  const type = given('delayed-retry-type')
  if (type === 'disabled') return []
  return ['delayed-retry-type', 'delayed-retry-min', 'delayed-retry-max']
    .filter(name => given(name) !== undefined)
    .map(name => `${name} = ${JSON.stringify(given(name))} lets messages overtake each other`)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the settings of the queues of a topology from the broker's management API, and finds settings that lose messages or
 * break their order. It may miss a policy from the last seconds, because the API learns of it late. Throws when the API cannot
 * be reached or refuses.
 *
 * @param options.managementUrl address of the API; without a login, the one of `url` is used, which needs the tag `management`
 * @param options.url AMQP address with the virtual host
 * @returns a line for each, with its queue's name; missing queues are ignored
 */
export async function findUnsafeQueues(options: {
  managementUrl: string
  url: string
  topology: Topology
  call?: <Result>(read: () => Promise<Result>) => Promise<Result>
}): Promise<string[]> {
  const { call = read => read() } = options
  const [amqpUrl] = brokerAddressesIn(options.url)
  const { origin, username } = new URL(options.managementUrl)
  const { user, password } = brokerLoginIn(username === '' ? amqpUrl : options.managementUrl)
  const login = Buffer.from(`${user}:${password}`).toString('base64')
  const vhost = encodeURIComponent(decodeURIComponent(new URL(amqpUrl).pathname.slice(1)) || '/')
  const lines: string[] = []
  for (const queue of options.topology.queues) {
    const body = await call(() => readQueue(`${origin}/api/queues/${vhost}/${encodeURIComponent(queue.name)}`, login))
    if (body === undefined) continue
    lines.push(...unsafeSettings(queue, actualQueue(body)).map(setting => `${queue.name}: ${setting}`))
  }
  return lines
}

const timeoutMs = 5_000

/** Undefined for a queue that does not exist. */
async function readQueue(url: string, login: string): Promise<unknown> {
  const headers = { authorization: `Basic ${login}` }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The management API refused: ${response.status}`)
  return response.json()
}

/** A missing field means none; the API writes an empty object as an empty list. */
function actualQueue(body: unknown): ActualQueue {
  if (!isRecord(body)) return { arguments: {}, policy: {} }
  const { arguments: given, effective_policy_definition: policy } = body
  return { arguments: isRecord(given) ? given : {}, policy: isRecord(policy) ? policy : {} }
}
