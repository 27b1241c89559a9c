import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { paymentsQueue } from '@campstore/holds/topology'
import { messageOf } from '@campstore/local-servers/cli-error'
import { managementClient } from '@campstore/local-servers/management'
import type { RestartableServer } from '@campstore/testing/restartable-servers'
import type { Pool } from 'pg'
import { z } from 'zod'
import { type ClockFault, clockOffsets, type Fault, type FaultStep, type HoldingService, kindOf } from './faults.ts'
import type { Fleet, FleetProcess } from './fleet.ts'
import type { Recorder } from './history.ts'
import type { FaultServers } from './servers.ts'

/** A fault after which something did not become ready again. */
export type InjectionFailure = { fault: number; kind: string; message: string }

type Injection = {
  fleet: Fleet
  servers: FaultServers
  owner: Pool
  recorder: Recorder
  began: number
  stopAt: number
  print: (line: string) => void
}

const healTimeoutMs = 90_000

/**
 * Injects faults one after the other: each begins when it is due and the one before it is healed, ends after its duration, and
 * is healed when every process is ready again.
 *
 * @param injection.began when the load began
 * @param injection.stopAt when no further fault begins
 * @returns what did not heal in time
 */
export async function injectFaults(faults: readonly Fault[], injection: Injection): Promise<InjectionFailure[]> {
  const { began, stopAt, recorder, print } = injection
  const failures: InjectionFailure[] = []
  for (const fault of faults) {
    await delay(Math.max(0, began + fault.at - Date.now()))
    if (Date.now() > stopAt) break
    print(`Fault ${fault.number}: ${describe(fault.steps)} for ${(fault.lasts / 1000).toFixed(1)} s`)
    try {
      recorder.fault({ number: fault.number, kind: kindOf(fault), ...(await inject(fault, injection)) })
      // Before the next fault, requests show how the system recovered.
      await delay(2_000)
    } catch (error) {
      failures.push({ fault: fault.number, kind: kindOf(fault), message: messageOf(error) })
      print(`Fault ${fault.number} did not heal: ${messageOf(error)}`)
    }
  }
  return failures
}

async function inject({ steps, lasts }: Fault, system: System) {
  const beganAt = Date.now()
  const ends = await Promise.all(steps.map(step => begin(step, system)))
  await delay(Math.max(0, beganAt + lasts - Date.now()))
  await Promise.all(ends.map(end => end()))
  const endedAt = Date.now()
  await Promise.all(system.fleet.processes.map(process => process.ready(healTimeoutMs)))
  return { beganAt, endedAt, healedAt: Date.now() }
}

/** `booking 0 kill + RabbitMQ stop`. */
const describe = (steps: readonly FaultStep[]): string =>
  steps.map(step => `${step.name}${'instance' in step ? ` ${step.instance}` : ''} ${step.how}`).join(' + ')

type System = Pick<Injection, 'fleet' | 'servers' | 'owner'>
/** Ends what has begun. */
type End = () => void | Promise<void>

async function begin(step: FaultStep, { fleet, servers, owner }: System): Promise<End> {
  if (step.target === 'alarm') return beginAlarm(servers)
  if (step.target === 'lock') return lockOpenHold(owner, step.name)
  if (step.target === 'server') return beginOutage(servers.restartable[step.name], step.how, servers)
  const instance = step.instance === 'active' ? await activeInstance(step.name, fleet, servers) : step.instance
  const process = fleet.processes.find(one => one.name === step.name && one.instance === instance)
  if (!process) throw new Error(`There is no process ${step.name} ${instance}`)
  if (step.target === 'process') return beginOutage(process, step.how, servers)
  if (step.target === 'clock') return moveClock(process, step.how)
  if (step.target === 'log') return fillLog(process)
  const way = process.ways?.[step.how === 'database cut' ? 'database' : 'broker']
  if (!way) throw new Error(`No way of ${process.label} can be cut`)
  way.cut()
  return way.heal
}

async function beginOutage(
  target: RestartableServer,
  how: 'kill' | 'stop' | 'terminate' | 'freeze' | 'flush',
  servers: FaultServers,
): Promise<End> {
  if (how === 'flush') {
    await servers.flushRedis()
    return () => {}
  }
  if (how === 'freeze') {
    await target.freeze()
    return () => target.resume()
  }
  await (how === 'kill' ? target.kill() : target.stop())
  return () => target.start()
}

async function beginAlarm({ restartable: { RabbitMQ } }: FaultServers): Promise<End> {
  if (!RabbitMQ.setAlarm) throw new Error('This RabbitMQ raises no alarm')
  await RabbitMQ.setAlarm(true)
  return () => RabbitMQ.setAlarm?.(false)
}

/** Moves the clock of a process; a drift goes on in small steps. */
function moveClock({ clock, label }: FleetProcess, how: ClockFault): End {
  if (!clock) throw new Error(`${label} has no clock that moves`)
  const beganAt = Date.now()
  const drift = () => clock.move(((Date.now() - beganAt) / 1000) * clockOffsets[how])
  if (how !== 'clock drift') clock.move(clockOffsets[how])
  const drifting = how === 'clock drift' ? setInterval(drift, 250) : undefined
  return () => {
    clearInterval(drifting)
    clock.move(0)
  }
}

/** From now on no file of the process can grow, as on a full disk. A process that starts again has a disk with room. */
function fillLog(process: FleetProcess): End {
  execFileSync('prlimit', ['--pid', String(process.pid()), '--fsize=1'])
  return async () => {
    await process.stop()
    await process.start()
  }
}

/** Locks the open hold with the latest deadline, if there is one, until the end. */
async function lockOpenHold(owner: Pool, name: HoldingService): Promise<End> {
  const client = await owner.connect()
  await client.query(`begin; ${openHolds[name]} order by checkout_expires_at desc limit 1 for update`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

const openHolds: Record<HoldingService, string> = {
  booking: "select id from booking.booking where status = 'pending' and payment_status = 'unpaid'",
  checkout: "select id from checkout.store_order where status = 'unshipped' and payment_status = 'unpaid'",
}

const consumers = z.array(z.object({ active: z.boolean(), channel_details: z.object({ peer_port: z.number() }) }))

/** The process that is given the payments; the first one while that is neither. */
async function activeInstance(name: HoldingService, fleet: Fleet, servers: FaultServers): Promise<0 | 1> {
  const queue = paymentsQueue(name === 'booking' ? 'booking' : 'order')
  const found = await managementClient(servers.managementUrl)('GET', `queues/%2F/${queue}`)
  const { consumer_details } = z.object({ consumer_details: consumers }).parse(found)
  const port = consumer_details.find(({ active }) => active)?.channel_details.peer_port ?? 0
  const active = fleet.processes.find(
    process => process.name === name && process.ways?.broker.localPorts().includes(port),
  )
  return active?.instance ?? 0
}
