import { ApiError } from '@campstore/contract/errors'
import { eventsExchange } from '@campstore/contract/messages/events'
import {
  type PaymentNotification,
  paymentRoutingKey,
  paymentsExchange,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import type { Money } from '@campstore/core/money'
import { holdingTopology, paymentsQueue } from '@campstore/holds/topology'
import { checkType } from '@campstore/messaging/settlement-check'
import { quorumQueue } from '@campstore/messaging/topology'
import { signedMessage } from '@campstore/payments/notification'
import { createRandom } from '../random-faults/random.ts'
import { createBroker } from './broker.ts'
import { type DatabaseNetwork, useDatabase } from './client.ts'
import { createDatabase } from './database.ts'
import type { Delays } from './network.ts'
import type { Action, Name, Plan } from './plan.ts'
import { createRules, type Truth } from './rules.ts'
import { type BookingRow, statements } from './statements.ts'
import { createOwner, createTime, epoch, inTime, type Owner, runAs } from './time.ts'
import { databaseLinkOf, paymentSecret, type SimulatedProcess, startProcess } from './world.ts'

/** A rule that a history has broken. */
export type Violation = { rule: string; what: string }

/** What a history was: the rule that it broke first, what was seen in it, and its story, a line for each thing that happened. */
export type Outcome = { violation: Violation | undefined; notes: ReadonlyMap<string, number>; story: string[]; steps: number }

/** How long after the last action a history may take to come to its end. */
const patienceMs = 240_000
/** How long the payment service waits for a confirm. */
const confirmTimeoutMs = 10_000
/** How long a member waits for an answer, before asking another process. */
const answerTimeoutMs = 10_000

const collectedEvents = ['booking.created', 'booking.paid', 'booking.cancelled', 'payment.unapplied']

/** How long messages take: from the seed, by the name of the connection and the number of the message. */
function delaysOf({ seed, slow }: Plan): Delays {
  const names = new Map<string, number>()
  const hashOf = (name: string) => {
    let hash = seed
    for (let place = 0; place < name.length; place += 1) hash = Math.imul(hash ^ name.charCodeAt(place), 0x01000193)
    return hash
  }
  return (wire, direction, message) => {
    const name = names.get(wire) ?? hashOf(wire)
    names.set(wire, name)
    const random = createRandom(name + Math.imul(message, direction === 'toServer' ? 0x9e3779b1 : 0x85ebca77))
    const isSlow = random.next() * 1000 < slow
    return isSlow ? random.between(50, 3_000) : random.between(0.1, 3)
  }
}

/** Lets a plan happen. The same plan gives the same history. */
export function runHistory(plan: Plan): Promise<Outcome> {
  const time = createTime()
  return inTime(time, async () => {
    const notes = new Map<string, number>()
    const story: string[] = []
    let violation: Violation | undefined
    let steps = 0
    const tell = (line: string) => void story.push(`${(time.now() / 1000).toFixed(3).padStart(8)} s  ${line}`)
    const note = (what: string) => void notes.set(what, (notes.get(what) ?? 0) + 1)
    const violate = (rule: string, what: string) => {
      tell(`VIOLATED: ${rule}: ${what}`)
      violation ??= { rule, what }
    }
    const onRejection = (error: unknown) =>
      violate('nothing is thrown that nobody catches', error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.on('unhandledRejection', onRejection)

    const random = createRandom(plan.seed)
    const delays = delaysOf(plan)
    const truth: Truth = { payments: new Map(), cancelledAt: new Map(), outages: [], jumps: [{ at: 0, offset: 0 }] }
    const broker = createBroker({ time, random, hasPriorities: plan.hasPriorities, note })
    const rules = createRules({ time, plan, truth, note, violate, database: () => database })
    const database = createDatabase({
      time,
      handlers: statements,
      onCommit: changes => {
        for (const { table, key, before, after } of changes)
          if (table === 'booking') tell(`database: ${key} is ${after?.status} and ${after?.paymentStatus}${before ? '' : ', new'}`)
        rules.committed(changes)
      },
    })
    const topology = holdingTopology('booking', plan.holdSeconds)
    broker.declare(
      {
        ...topology,
        queues: [...topology.queues, quorumQueue('collector')],
        bindings: [
          ...topology.bindings,
          ...collectedEvents.map(routingKey => ({ queue: 'collector', exchange: eventsExchange, routingKey })),
        ],
      },
      { [paymentsExchange]: unroutedPaymentsExchange },
    )
    database.insert('zone', 'z', { totalSites: plan.sites })
    database.insert('policy', '1', {
      policy: undefined,
      bookingWindowDays: 90,
      advanceDays: 1,
      maxNights: 14,
      timezone: 'Asia/Taipei',
      dateBoundaryHour: 0,
      lowAvailabilityThreshold: 3,
      occupyingStatuses: ['pending', 'confirmed'],
    })
    const down = { until: 0 }
    const alarm = { until: 0 }
    const clients: DatabaseNetwork['clients'] = new Set()
    useDatabase({ time, delays, server: database, linkOf: databaseLinkOf, down, clients, note })

    let ids = 0
    const surroundings = {
      plan,
      broker: { time, delays, server: broker, alarm },
      newId: () => `id-${(ids += 1)}`,
      logged: (name: Name, message: string, fields: object) => {
        note(message)
        tell(`${name}: ${message} ${JSON.stringify(fields)}`)
      },
    }
    const runs = { a: 1, b: 1 }
    const isStopping = new WeakSet<SimulatedProcess>()
    const processes: Record<Name, SimulatedProcess> = {
      a: startProcess('a', 1, surroundings),
      b: startProcess('b', 1, surroundings),
    }
    const world = createOwner('world')
    const other = (name: Name): Name => (name === 'a' ? 'b' : 'a')
    const later = (milliseconds: number, run: () => void) => void time.at(time.now() + milliseconds, world, run)
    const hop = () => random.between(0.1, 5)
    let waiting = 0
    const requests = new Set<{ owner: Owner }>()
    let busyUntil = 0

    /** Asks a process, and another one when no answer comes; undefined when none ever comes. */
    const ask = async <T>(name: Name, request: (process: SimulatedProcess) => Promise<T>): Promise<T | ApiError | undefined> => {
      waiting += 1
      try {
        for (let attempt = 0; attempt < 4; attempt += 1) {
          const answer = await askOnce(attempt % 2 === 0 ? name : other(name), request)
          const mayRetry = answer === undefined || (answer instanceof ApiError && answer.code === 'SERVICE_UNAVAILABLE')
          if (!mayRetry) return answer instanceof Error && !(answer instanceof ApiError) ? undefined : answer
          if (answer instanceof ApiError) note('a request was refused as unavailable')
        }
        return undefined
      } finally {
        waiting -= 1
      }
    }
    const askOnce = <T>(name: Name, request: (process: SimulatedProcess) => Promise<T>) =>
      new Promise<T | ApiError | undefined>(resolve => {
        const asked = processes[name]
        const answer = (value: T | ApiError | undefined) => later(hop(), () => resolve(value))
        later(answerTimeoutMs, () => resolve(undefined))
        const working = { owner: asked.owner }
        requests.add(working)
        const end = (value: T | ApiError | undefined) => {
          requests.delete(working)
          answer(value)
        }
        time.at(time.now() + hop(), asked.owner, () => {
          request(asked).then(end, error => end(error instanceof ApiError ? error : undefined))
        })
      })

    const taken = new Map<number, { id: string; amount: Money }>()
    const checkout = async ({ hold, process, again }: Action & { kind: 'checkout' }) => {
      tell(`member ${hold}: asks ${process} for a site${again ? ', again' : ''}`)
      const answer = await ask(process, asked => asked.checkout(hold))
      if (answer instanceof ApiError || answer === undefined) {
        note(answer ? `a checkout was refused: ${answer.code}` : 'a checkout got no answer')
        return
      }
      const { bookingId, pricing, checkoutExpiresAt } = answer
      tell(`member ${hold}: has ${bookingId} until ${checkoutExpiresAt}`)
      const known = taken.get(hold)
      if (known) note('a checkout was repeated')
      if (known && known.id !== bookingId) violate('one key is one checkout', `${known.id} and ${bookingId}`)
      if (!database.rows('booking').has(bookingId)) violate('what is answered is stored', bookingId)
      taken.set(hold, { id: bookingId, amount: pricing.finalAmount })
    }
    const cancel = async ({ hold, process }: Action & { kind: 'cancel' }) => {
      const held = taken.get(hold)
      if (!held) return
      tell(`member ${hold}: cancels ${held.id}`)
      if (!truth.cancelledAt.has(held.id)) truth.cancelledAt.set(held.id, time.now())
      const answer = await ask(process, asked => asked.cancel(hold, held.id))
      if (answer instanceof ApiError) note(`a cancel was refused: ${answer.code}`)
      else if (answer && (database.rows('booking').get(held.id) as BookingRow).status !== 'cancelled')
        violate('what is answered is stored', `${held.id} is not cancelled`)
    }

    const pay = ({ hold, event, priority }: Action & { kind: 'pay' }) => {
      const held = taken.get(hold)
      if (!held) return
      const eventId = `${held.id}-payment-${event}`
      const payment = truth.payments.get(eventId) ?? { eventId, bookingId: held.id, confirmedAt: undefined }
      truth.payments.set(eventId, payment)
      const notification: PaymentNotification = {
        eventId,
        type: 'payment.succeeded',
        target: { kind: 'booking', id: held.id },
        amount: held.amount,
        currency: 'TWD',
        paymentMethod: 'gateway-credit',
        providerTradeNo: `T-${eventId}`,
        paidAt: new Date(epoch + time.now()).toISOString(),
      }
      const { content, options } = signedMessage(notification, { secret: paymentSecret, at: new Date(epoch + time.now()) })
      const publish = () => {
        let isConfirmed = false
        waiting += 1
        const arrive = () => {
          waiting -= 1
          broker.publish(
            undefined,
            {
              exchange: paymentsExchange,
              routingKey: paymentRoutingKey('booking'),
              content,
              properties: { ...options, priority },
              deliveries: 0,
            },
            false,
          )
          isConfirmed = true
          payment.confirmedAt ??= time.now()
          tell(`payment service: ${eventId} is confirmed`)
        }
        time.at(time.now() + hop(), broker.owner, arrive, () => alarm.until)
        later(confirmTimeoutMs, () => void (isConfirmed || publish()))
      }
      publish()
    }

    /** What is wrong for a while, and when it is over. */
    const lasts = (seconds: number) => {
      busyUntil = Math.max(busyUntil, time.now() + seconds * 1000)
      return time.now() + seconds * 1000
    }
    const freeze = (owner: Owner, seconds: number) => {
      owner.frozenUntil = Math.max(owner.frozenUntil, lasts(seconds))
    }
    const outage = (seconds: number) => void truth.outages.push({ from: time.now(), to: lasts(seconds) })
    /** The heartbeats of a connection to the broker are missed after one to two times their interval, when the fault still lasts. */
    const missHeartbeats = (process: SimulatedProcess, until: number, silent: 'process' | 'broker' | 'both') => {
      for (const connection of process.connections) {
        const after = random.between(10_000, 20_000)
        if (time.now() + after > until) continue
        const never = Number.MAX_SAFE_INTEGER
        connection.lose({
          processAfter: silent === 'broker' ? never : after + random.between(0, 100),
          brokerAfter: silent === 'process' ? never : after,
          isReset: false,
        })
      }
    }
    const die = (name: Name) => {
      const dying = processes[name]
      for (const connection of dying.connections) connection.abandon()
      for (const client of clients)
        if (client.owner === dying.owner) client.lose({ processAfter: 0, serverAfter: random.between(0, 50) })
      dying.owner.isDead = true
      // What it has sent may still arrive.
      lasts(3.1)
    }
    const startAgain = (name: Name, seconds: number) => {
      lasts(seconds)
      later(seconds * 1000, () => {
        runs[name] += 1
        tell(`${name}: starts`)
        processes[name] = startProcess(name, runs[name], surroundings)
      })
    }
    const loseDatabase = (chosen: (client: typeof clients extends Set<infer T> ? T : never) => boolean) => {
      for (const client of [...clients])
        if (chosen(client)) client.lose({ processAfter: random.between(0, 20), serverAfter: random.between(0, 20) })
    }
    const resetBroker = (process: SimulatedProcess) => {
      for (const connection of process.connections)
        connection.lose({ processAfter: random.between(0, 20), brokerAfter: random.between(0, 20), isReset: true })
    }
    const checksUnderWay = () => {
      const queue = broker.queues.get(paymentsQueue('booking'))
      return [...(queue?.ready ?? []), ...(queue?.returned ?? [])].some(({ properties }) => properties.type === checkType)
    }

    const happen = (action: Action) => {
      if ('process' in action && processes[action.process].owner.isDead && action.kind !== 'checkout' && action.kind !== 'cancel')
        return
      if (action.kind === 'checkout') return void checkout(action)
      if (action.kind === 'cancel') return void cancel(action)
      if (action.kind === 'pay') return pay(action)
      const { at: _, ...told } = action
      tell(`FAULT ${JSON.stringify(told)}`)
      note(`fault: ${action.kind}`)
      if (action.kind === 'crash') {
        die(action.process)
        startAgain(action.process, action.seconds)
      } else if (action.kind === 'stop') {
        const stopping = processes[action.process]
        if (isStopping.has(stopping)) return
        isStopping.add(stopping)
        // Kubernetes kills a process that has not ended after thirty seconds.
        lasts(30)
        const end = () => {
          if (processes[action.process] !== stopping || stopping.owner.isDead) return
          die(action.process)
          startAgain(action.process, action.seconds)
        }
        runAs(stopping.owner, () => void stopping.stop().then(() => later(0, end)))
        later(30_000, end)
      } else if (action.kind === 'freeze') {
        const { owner } = processes[action.process]
        freeze(owner, action.seconds)
        missHeartbeats(processes[action.process], owner.frozenUntil, 'broker')
        if (processes[other(action.process)].owner.frozenUntil > time.now()) note('both processes are frozen')
      } else if (action.kind === 'reset') {
        if (action.server === 'broker') resetBroker(processes[action.process])
        else loseDatabase(({ owner }) => owner === processes[action.process].owner)
      } else if (action.kind === 'partition') {
        const { links } = processes[action.process]
        const until = lasts(action.seconds)
        for (const direction of ['toServer', 'toClient'] as const)
          if (action.direction === 'both' || action.direction === direction)
            links[action.server].blockedUntil[direction] = until
        if (action.server === 'broker') missHeartbeats(processes[action.process], until, 'both')
      } else if (action.kind === 'freeze-server') {
        outage(action.seconds)
        const server = action.server === 'broker' ? broker : database
        freeze(server.owner, action.seconds)
        if (action.server === 'broker')
          for (const process of Object.values(processes)) missHeartbeats(process, server.owner.frozenUntil, 'process')
      } else if (action.kind === 'crash-server') {
        outage(action.seconds)
        if (action.server === 'broker') {
          for (const process of Object.values(processes)) resetBroker(process)
          later(30, () => freeze(broker.owner, action.seconds))
        } else {
          loseDatabase(() => true)
          database.crash()
          down.until = lasts(action.seconds)
        }
      } else if (action.kind === 'alarm') {
        outage(action.seconds)
        alarm.until = lasts(action.seconds)
      } else if (action.kind === 'jump') {
        // A process whose first look at the clock comes after a jump does not know it (docs/protocol.md).
        if (!Object.values(processes).every(({ hasStarted }) => hasStarted())) return
        if (checksUnderWay()) note("PostgreSQL's clock jumped during a check")
        database.jump(action.seconds * 1000)
        truth.jumps.push({ at: time.now(), offset: (truth.jumps.at(-1)?.offset ?? 0) + action.seconds * 1000 })
      } else if (action.kind === 'wrong-clock') processes[action.process].owner.wallOffset = action.seconds * 1000
      else if (action.kind === 'unbind') broker.unbind(paymentsQueue('booking'))
      else if (action.kind === 'purge-timers') broker.purge(`booking.hold.${plan.holdSeconds}s`)
      else {
        const row = action.row === 'zone/z' ? action.row : `booking/${taken.get(Number(action.row.slice(8)))?.id}`
        database.lockFor(row, action.seconds * 1000)
        lasts(action.seconds)
      }
    }

    for (const action of plan.actions) time.at(action.at, world, () => happen(action))
    const lastAction = plan.actions.at(-1)?.at ?? 0
    // A hold of a member who got no answer may begin after the last action.
    const isIdle = () => [...requests].every(({ owner }) => owner.isDead)
    const isOver = () => {
      steps += 1
      if (violation) return true
      const { now } = time
      return now() > lastAction && now() > busyUntil + 200 && waiting === 0 && isIdle() && rules.isSettled(broker)
    }
    await time.runUntil(isOver, lastAction + 60_000 + patienceMs)
    // What was published last arrives.
    if (!violation) await time.runUntil(() => false, time.now() + 20)
    const events = (broker.queues.get('collector')?.ready ?? []).map(({ content }) => {
      const { type, subject, data } = JSON.parse(content.toString())
      return { type, subject, eventId: data.eventId }
    })
    if (!violation) rules.ended(broker, events)
    process.off('unhandledRejection', onRejection)
    return { violation, notes, story, steps }
  })
}
