import { paymentsQueue } from '@campstore/holds/topology'
import { checkType } from '@campstore/messaging/settlement-check'
import type { Action, Fault, Name } from './actions.ts'
import { inHand } from './broker.ts'
import type { SimulatedProcess } from './process.ts'
import { type Owner, runAs } from './time.ts'
import type { World } from './world.ts'

/** How long a process may take to stop before it is killed, as by Kubernetes. */
const killedAfterMs = 30_000
/** How long data of a process may be in transit, in seconds. */
const underWaySeconds = 3.1
/** By then each process has seen the clock after the jump before. */
const betweenJumpsMs = 10_000

type Of<Kind extends Fault['kind']> = Action & { kind: Kind }
type Silent = 'process' | 'broker' | 'both'

/** Makes things go wrong, and heals them. */
export function createFaults(world: World, bookingOf: (hold: number) => string | undefined) {
  const { plan, time, random, broker, database, processes, truth, note, later, lasts } = world
  const isStopping = new WeakSet<SimulatedProcess>()
  const soon = () => random.between(0, 20)

  const freeze = (owner: Owner, seconds: number) => {
    owner.frozenUntil = Math.max(owner.frozenUntil, lasts(seconds))
    return owner.frozenUntil
  }
  /** A process, or each, cannot use a server. */
  const outage = (seconds: number, of?: Owner) => void truth.outages.push({ from: time.now(), to: lasts(seconds), of })

  /** Heartbeats are missed after one to two times their interval, where the fault still lasts then. */
  const missHeartbeats = ({ connections }: SimulatedProcess, until: number, silent: Silent) => {
    for (const [place, connection] of connections.entries()) {
      const interval = (place === 0 ? 15 : plan.heartbeatSeconds) * 1000
      const after = random.between(interval, 2 * interval)
      if (time.now() + after > until) continue
      connection.lose({
        processAfter: silent === 'process' ? Number.POSITIVE_INFINITY : after + random.between(0, 100),
        brokerAfter: silent === 'broker' ? Number.POSITIVE_INFINITY : after,
        isReset: false,
      })
    }
  }
  const resetBroker = ({ connections: [publishing, consuming] }: SimulatedProcess, of = 'both') => {
    const meant = [...(of === 'consuming' ? [] : [publishing]), ...(of === 'publishing' ? [] : [consuming])]
    for (const connection of meant) connection.lose({ processAfter: soon(), brokerAfter: soon(), isReset: true })
  }
  const resetDatabase = (isMeant: (owner: Owner) => boolean) => {
    for (const client of [...world.clients])
      if (isMeant(client.owner)) client.lose({ processAfter: soon(), serverAfter: soon() })
  }
  const die = (name: Name) => {
    const { owner, connections } = processes[name]
    for (const connection of connections) connection.vanish()
    resetDatabase(one => one === owner)
    owner.isDead = true
    lasts(underWaySeconds)
  }
  const startAfter = (name: Name, seconds: number) => {
    lasts(seconds)
    later(seconds * 1000, () => world.start(name))
  }
  const checksWait = () => {
    const queue = broker.queues.get(paymentsQueue('booking'))
    const messages = [...(queue?.ready ?? []), ...(queue?.returned ?? []), ...inHand(queue)]
    return messages.some(({ properties }) => properties.type === checkType)
  }

  const effects: { [Kind in Fault['kind']]: (fault: Of<Kind>) => void } = {
    crash({ process, seconds }) {
      die(process)
      startAfter(process, seconds)
    },
    stop({ process, seconds }) {
      const stopping = processes[process]
      if (isStopping.has(stopping)) return
      isStopping.add(stopping)
      lasts(killedAfterMs / 1000)
      const end = () => {
        if (stopping.owner.isDead) return
        die(process)
        startAfter(process, seconds)
      }
      runAs(stopping.owner, () => void stopping.stop().then(() => later(0, end)))
      later(killedAfterMs, end)
    },
    freeze({ process, seconds }) {
      outage(seconds, processes[process].owner)
      missHeartbeats(processes[process], freeze(processes[process].owner, seconds), 'process')
      if (Object.values(processes).every(({ owner }) => owner.frozenUntil > time.now()))
        note('both processes are frozen')
    },
    reset({ process, of }) {
      if (of === 'database') resetDatabase(owner => owner === processes[process].owner)
      else resetBroker(processes[process], of)
    },
    partition({ process, server, direction, seconds }) {
      const { blockedUntil } = processes[process].links[server]
      const until = lasts(seconds)
      outage(seconds, processes[process].owner)
      for (const each of ['toServer', 'toClient'] as const)
        if (direction === 'both' || direction === each) blockedUntil[each] = Math.max(blockedUntil[each], until)
      if (server === 'broker') missHeartbeats(processes[process], until, 'both')
    },
    'freeze-server'({ server, seconds }) {
      outage(seconds)
      const until = freeze(server === 'broker' ? broker.owner : database.owner, seconds)
      if (server === 'broker') for (const process of Object.values(processes)) missHeartbeats(process, until, 'broker')
    },
    'crash-server'({ server, seconds }) {
      outage(seconds)
      if (server === 'broker') {
        for (const process of Object.values(processes)) resetBroker(process)
        later(30, () => freeze(broker.owner, seconds))
        return
      }
      resetDatabase(() => true)
      database.crash()
      world.down.until = Math.max(world.down.until, lasts(seconds))
    },
    alarm({ seconds }) {
      outage(seconds)
      world.alarm.until = Math.max(world.alarm.until, lasts(seconds))
    },
    jump({ seconds }) {
      // A clock that lasts less than the time between two looks is never seen (docs/protocol.md).
      if (truth.jumps.length > 1 && time.now() - (truth.jumps.at(-1)?.at ?? 0) < betweenJumpsMs) return
      if (checksWait()) note("PostgreSQL's clock jumped during a check")
      database.jump(seconds * 1000)
      truth.jumps.push({ at: time.now(), offset: (truth.jumps.at(-1)?.offset ?? 0) + seconds * 1000 })
    },
    'wrong-clock'({ process, seconds }) {
      processes[process].owner.wallOffset = seconds * 1000
    },
    unbind: () => broker.unbind(paymentsQueue('booking')),
    'purge-timers': () => broker.purge(`booking.hold.${plan.holdSeconds}s`),
    lock({ hold, seconds }) {
      const row = hold === undefined ? 'night/z/2026-11-25' : `booking/${bookingOf(hold)}`
      database.lockFor(row, seconds * 1000)
      lasts(seconds)
    },
  }

  return (fault: Fault): void => {
    if ('process' in fault && processes[fault.process].owner.isDead) return
    const { at: _, ...told } = fault
    world.tell(`FAULT: ${JSON.stringify(told)}`)
    note(`fault: ${fault.kind}`)
    const effect: (fault: never) => void = effects[fault.kind]
    effect(fault as never)
  }
}
