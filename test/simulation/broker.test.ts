import { timerExpiredAt } from '@campstore/holds/consumers/expired-holds'
import { holdQueuesOf, timerTopology } from '@campstore/holds/topology'
import { consumerQueues, directReplyTo, quorumQueue, type Topology } from '@campstore/messaging/topology'
import { useVhost } from '@campstore/testing/use-fixture'
import { until } from '@campstore/testing/waiting'
import type { ConsumeMessage } from 'amqplib'
import { expect, test } from 'vitest'
import { openScenario, realSide, simulatedSide, type WithAlternates } from './broker-sides.ts'

// The simulated broker against the real one: each scenario leads to the same observations on both.
const vhost = useVhost()

type Scenario = Awaited<ReturnType<typeof openScenario>>
const queue = (name: string, options: Parameters<typeof quorumQueue>[1] = {}): Topology => ({
  exchanges: [],
  queues: [quorumQueue(name, options)],
  bindings: [],
})

/** What a scenario leads to on one side it leads to on the other. */
const both = (name: string, topology: WithAlternates, run: (scenario: Scenario) => Promise<unknown>) =>
  test(name, async () => {
    const real = await run(await openScenario(await realSide(vhost), topology))
    expect(await run(await openScenario(simulatedSide(), topology))).toEqual(real)
  })

const single = { 'x-single-active-consumer': true }

both('one consumer is active, and then who came next', queue('single', single), async ({ consume, publish }) => {
  const [a, b, c] = [await consume('single', 2), await consume('single', 2), await consume('single', 3)]
  for (const body of ['1', '2', '3', '4']) await publish('single', body)
  await a.received(2)
  a.ack('1')
  await a.received(3)
  await a.lose()
  await b.received(2)
  b.ack('2')
  await b.received(3)
  await b.lose()
  await c.received(2)
  return [a.seen, b.seen.toSorted(), c.seen.toSorted()]
})

both('a cancelled consumer keeps what it has in hand', queue('cancel', single), async ({ consume, publish }) => {
  const [a, b] = [await consume('cancel', 2), await consume('cancel', 5)]
  for (const body of ['1', '2', '3']) await publish('cancel', body)
  await a.received(2)
  await a.cancel()
  await publish('cancel', '4')
  await b.received(2)
  const whileInHand = [...b.seen]
  a.ack('1')
  await a.lose()
  await b.received(3)
  return [a.seen, whileInHand, b.seen]
})

both('several consumers take what their prefetch allows', queue('shared'), async ({ consume, publish }) => {
  const [a, b] = [await consume('shared', 1), await consume('shared', 1)]
  for (const body of ['1', '2', '3']) await publish('shared', body)
  await until(() => a.seen.length + b.seen.length >= 2)
  const given = [a, b].map(({ seen }) => seen.length)
  const [ofA, ofB] = a.seen[0]?.startsWith('1') ? ['1', '2'] : ['2', '1']
  a.ack(ofA)
  await a.received(2)
  await b.lose()
  a.ack('3')
  await a.received(3)
  return [given, a.seen.slice(1).map(seen => seen.replace(ofB, 'that of b')), b.seen.length]
})

both('what is rejected is parked', consumerQueues('work', []), async ({ consume, publish }) => {
  const [a, parked] = [await consume('work', 2), await consume('work.parked', 2)]
  for (const body of ['1', '2']) await publish('work', body)
  await a.received(2)
  a.reject('2')
  await parked.received(1)
  await a.lose()
  const b = await consume('work', 2)
  await b.received(1)
  b.reject('1')
  await parked.received(2)
  const deaths = ['1', '2'].map(body => parked.message(body).properties.headers?.['x-death']?.length)
  return [a.seen, b.seen, parked.seen, deaths]
})

const timers = holdQueuesOf('booking', 0.2)
both('a timer expires, which its header dates', timerTopology('booking', 0.2), async ({ side, consume, publish }) => {
  const before = side.now().getTime()
  for (const body of ['1', '2']) await publish(timers.delayQueue, body)
  const expired = await consume(timers.expiredQueue, 2)
  await expired.received(2)
  const after = side.now().getTime()
  const never = new Date(after + 86_400_000)
  const dates = ['1', '2'].map(body => timerExpiredAt(expired.message(body).properties.headers ?? {}, never).getTime())
  return [expired.seen, dates.map(date => date >= before + 200 && date <= after + 1000)]
})

const routed: WithAlternates = {
  alternates: { main: 'other' },
  exchanges: ['main', 'other'].map(name => ({ name, type: 'topic' })),
  queues: [quorumQueue('bound'), quorumQueue('unrouted')],
  bindings: [
    { queue: 'bound', exchange: 'main', routingKey: 'key' },
    { queue: 'unrouted', exchange: 'other', routingKey: 'key' },
  ],
}
both('what no binding takes goes to the alternate exchange', routed, async ({ side, consume, publish }) => {
  const [bound, unrouted] = [await consume('bound', 5), await consume('unrouted', 5)]
  const toMain = (body: string, key = 'key') => publish(key, body, { exchange: 'main' })
  const results = [await toMain('1')]
  await bound.received(1)
  await side.unbind('bound', 'main', 'key')
  results.push(await toMain('2'), await toMain('3', 'unknown'))
  await unrouted.received(1)
  return [results, bound.seen, unrouted.seen]
})

both('a mandatory message is returned before its confirm', queue('there'), async ({ openChannel, publish }) => {
  const channel = await openChannel()
  const events: string[] = []
  channel.on('return', ({ fields }) => events.push(`${fields.routingKey} returned`))
  for (const [key, mandatory] of [
    ['nowhere', true],
    ['nowhere', false],
    ['there', true],
  ] as const)
    channel.publish('', key, Buffer.from('1'), { mandatory }, error =>
      events.push(`${key} ${error ? 'refused' : 'confirmed'}`),
    )
  await until(() => events.length >= 4)
  const ofNowhere = events.filter(event => event.startsWith('nowhere'))
  return [ofNowhere, events.length, await publish('nowhere', '2'), await publish('nowhere', '3', { mandatory: false })]
})

both(
  'a reply goes to the channel that asked, or nowhere',
  queue('asked'),
  async ({ openChannel, consume, publish }) => {
    const asking = await openChannel()
    const replies: string[] = []
    const receive = (message: ConsumeMessage | null) => void replies.push(String(message?.content))
    await asking.consume(directReplyTo, receive, { noAck: true })
    asking.publish('', 'asked', Buffer.from('question'), { replyTo: directReplyTo })
    const asked = await consume('asked', 1)
    await asked.received(1)
    const { replyTo } = asked.message('question').properties
    const results = [await publish(replyTo, 'answer')]
    await until(() => replies.length > 0)
    await asking.close()
    results.push(await publish(replyTo, 'late'), await publish(replyTo, 'late', { mandatory: false }))
    return [replies, results, replyTo.startsWith(`${directReplyTo}.`)]
  },
)

both('a purge removes what waits and not what is in hand', queue('purged'), async ({ side, consume, publish }) => {
  const a = await consume('purged', 1)
  for (const body of ['1', '2', '3']) await publish('purged', body)
  await a.received(1)
  await side.purge('purged')
  await publish('purged', '4')
  await a.lose()
  const b = await consume('purged', 1)
  await b.received(1)
  b.ack('1')
  await b.received(2)
  return [a.seen, b.seen]
})
