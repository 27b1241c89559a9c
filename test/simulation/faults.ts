import { paymentsQueue } from '@campstore/holds/topology'
import { checkType } from '@campstore/messaging/settlement-check'
import type { ActionOf, Fault, Name } from './actions.ts'
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

/** Makes something go wrong, and heals it. */
export function causeFault(world: World, fault: Fault): void {
  if ('process' in fault && world.processes[fault.process].owner.isDead) return
  const { at: _, ...told } = fault
  world.tell(`FAULT: ${JSON.stringify(told)}`)
  world.note(`fault: ${fault.kind}`)
  const effect: (world: World, fault: never) => void = effects[fault.kind]
  effect(world, fault as never)
}

const effects: { [Kind in Fault['kind']]: (world: World, fault: ActionOf<Kind>) => void } = {
  crash: (world, { process, seconds }) => crash(world, process, seconds),
  stop(world, { process, seconds }) {
    const stopping = world.processes[process]
    if (isStopping.has(stopping)) return
    isStopping.add(stopping)
    world.lasts(killedAfterMs / 1000)
    const end = () => {
      if (!stopping.owner.isDead) crash(world, process, seconds)
    }
    runAs(stopping.owner, () => void stopping.stop().then(() => world.later(0, end)))
    world.later(killedAfterMs, end)
  },
  freeze(world, { process, seconds }) {
    const { processes, time, note } = world
    startOutage(world, seconds, processes[process].owner)
    missHeartbeats(world, processes[process], freeze(world, processes[process].owner, seconds), 'process')
    if (Object.values(processes).every(({ owner }) => owner.frozenUntil > time.now())) note('both processes are frozen')
  },
  reset(world, { process, of }) {
    if (of === 'database') resetDatabase(world, owner => owner === world.processes[process].owner)
    else resetBroker(world, world.processes[process], of)
  },
  partition(world, { process, server, direction, seconds }) {
    const { owner, links } = world.processes[process]
    const { blockedUntil } = links[server]
    const until = world.lasts(seconds)
    startOutage(world, seconds, owner)
    for (const each of ['toServer', 'toClient'] as const)
      if (direction === 'both' || direction === each) blockedUntil[each] = Math.max(blockedUntil[each], until)
    if (server === 'broker') missHeartbeats(world, world.processes[process], until, 'both')
  },
  'freeze-server'(world, { server, seconds }) {
    const { processes, broker, database } = world
    startOutage(world, seconds)
    const until = freeze(world, server === 'broker' ? broker.owner : database.owner, seconds)
    if (server !== 'broker') return
    for (const process of Object.values(processes)) missHeartbeats(world, process, until, 'broker')
  },
  'crash-server'(world, { server, seconds }) {
    const { processes, broker, database, down, later, lasts } = world
    startOutage(world, seconds)
    if (server === 'broker') {
      for (const process of Object.values(processes)) resetBroker(world, process)
      later(30, () => freeze(world, broker.owner, seconds))
      return
    }
    resetDatabase(world, () => true)
    database.crash()
    down.until = Math.max(down.until, lasts(seconds))
  },
  alarm(world, { seconds }) {
    startOutage(world, seconds)
    world.alarm.until = Math.max(world.alarm.until, world.lasts(seconds))
  },
  jump(world, { seconds }) {
    const { truth, time, database, note } = world
    // A clock that lasts less than the time between two looks is never seen (docs/protocol.md).
    if (truth.jumps.length > 1 && time.now() - (truth.jumps.at(-1)?.at ?? 0) < betweenJumpsMs) return
    if (isCheckWaiting(world)) note("PostgreSQL's clock jumped during a check")
    database.jump(seconds * 1000)
    truth.jumps.push({ at: time.now(), offset: (truth.jumps.at(-1)?.offset ?? 0) + seconds * 1000 })
  },
  'wrong-clock'({ processes }, { process, seconds }) {
    processes[process].owner.wallOffset = seconds * 1000
  },
  unbind: ({ broker }) => broker.unbind(paymentsQueue('booking')),
  'purge-timers': ({ broker, plan }) => broker.purge(`booking.hold.${plan.holdSeconds}s`),
  lock({ database, taken, lasts }, { hold, seconds }) {
    const row = hold === undefined ? 'night/z/2026-11-25' : `booking/${taken.get(hold)?.id}`
    database.lockFor(row, seconds * 1000)
    lasts(seconds)
  },
}

const isStopping = new WeakSet<SimulatedProcess>()

/** A process dies, and starts again after some seconds. */
function crash(world: World, name: Name, seconds: number): void {
  const { owner, connections } = world.processes[name]
  for (const connection of connections) connection.vanish()
  resetDatabase(world, one => one === owner)
  owner.isDead = true
  world.lasts(underWaySeconds)
  world.lasts(seconds)
  world.later(seconds * 1000, () => world.start(name))
}

function freeze({ lasts }: World, owner: Owner, seconds: number): number {
  owner.frozenUntil = Math.max(owner.frozenUntil, lasts(seconds))
  return owner.frozenUntil
}

/** A process, or each, cannot use a server. */
const startOutage = ({ truth, time, lasts }: World, seconds: number, of?: Owner) =>
  void truth.outages.push({ from: time.now(), to: lasts(seconds), of })

/** Heartbeats are missed after one to two times their interval, where the fault still lasts then. */
function missHeartbeats(
  { plan, time, random }: World,
  { connections }: SimulatedProcess,
  until: number,
  silent: Silent,
): void {
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

type Silent = 'process' | 'broker' | 'both'

function resetBroker(world: World, { connections: [publishing, consuming] }: SimulatedProcess, of = 'both'): void {
  const meant = [...(of === 'consuming' ? [] : [publishing]), ...(of === 'publishing' ? [] : [consuming])]
  for (const connection of meant)
    connection.lose({ processAfter: soon(world), brokerAfter: soon(world), isReset: true })
}

function resetDatabase(world: World, isMeant: (owner: Owner) => boolean): void {
  for (const client of [...world.clients])
    if (isMeant(client.owner)) client.lose({ processAfter: soon(world), serverAfter: soon(world) })
}

const soon = ({ random }: World) => random.between(0, 20)

function isCheckWaiting({ broker }: World): boolean {
  const queue = broker.queues.get(paymentsQueue('booking'))
  const messages = [...(queue?.ready ?? []), ...(queue?.returned ?? []), ...inHand(queue)]
  return messages.some(({ properties }) => properties.type === checkType)
}
