import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@campstore/local-servers/cli-error'
import type { CanBeCut, RestartableServer } from '@campstore/testing/restartable-servers'
import { type ClockFault, clockOffsets, cuts, type Fault, type FaultStep, kindOf, slowFaults } from './faults.ts'
import type { Fleet, FleetProcess } from './fleet.ts'
import type { FaultRecord } from './history.ts'
import { lockInPostgres, refuseRabbitmqConnections, takePostgresConnections } from './outsiders.ts'
import { harmQueue } from './queues.ts'
import type { FaultServers } from './servers.ts'
import type { FaultSystem } from './system.ts'

type System = Pick<FaultSystem, 'fleet' | 'servers' | 'owner' | 'payments' | 'ways' | 'changeRelease'>
type Injection = System & {
  /** Receives the injected faults. */
  injected: FaultRecord[]
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
export async function injectFaults(faults: readonly Fault[], injection: Injection): Promise<string[]> {
  const { began, stopAt, injected, print } = injection
  const failures: string[] = []
  for (const fault of faults) {
    await delay(Math.max(0, began + fault.at - Date.now()))
    if (Date.now() > stopAt) break
    print(`Fault ${fault.number}: ${kindOf(fault)} for ${(fault.lasts / 1000).toFixed(1)} s`)
    try {
      const changesRelease = fault.steps.some(({ target }) => target === 'release')
      injected.push({ number: fault.number, kind: kindOf(fault), changesRelease, ...(await inject(fault, injection)) })
      // Before the next fault, requests show how the system recovered.
      await delay(2_000)
    } catch (error) {
      failures.push(`fault ${fault.number} (${kindOf(fault)}): ${messageOf(error)}`)
      print(`It did not heal: ${messageOf(error)}`)
    }
  }
  return failures
}

async function inject({ steps, lasts }: Fault, system: System) {
  const beganAt = Date.now()
  const ends = await Promise.all(steps.map(step => begin(step, system)))
  await delay(Math.max(0, beganAt + lasts - Date.now()))
  await Promise.all(ends.map(end => end()))
  await Promise.all(system.fleet.processes.map(process => process.ready(healTimeoutMs)))
  return { beganAt, healedAt: Date.now() }
}

/** Ends the started faults. */
type End = () => void | Promise<void>

async function begin(step: FaultStep, system: System): Promise<End> {
  const { fleet, servers } = system
  if (step.target === 'release') {
    await system.changeRelease(step)
    return () => {}
  }
  if (step.target === 'queue') return harmQueue(step, system)
  if (step.target === 'lock') return lockInPostgres(servers.adminUrl, step.how)
  if (step.target === 'connections')
    return step.name === 'RabbitMQ'
      ? refuseRabbitmqConnections(servers.managementUrl)
      : takePostgresConnections(servers.adminUrl)
  if (step.target === 'disk') return harmDisk(servers, step)
  if (step.target === 'slow') return slowDown(system, step)
  if (step.target === 'alarm') return beginAlarm(servers)
  if (step.target === 'server') return beginOutage(servers.restartable[step.name], step.how, servers)
  const process =
    step.instance === 'active'
      ? await activeOf(step.name, fleet)
      : fleet.processes.find(one => one.name === step.name && one.instance === step.instance)
  if (!process) throw new Error(`There is no process ${step.name} ${step.instance}`)
  if (step.target === 'process') return beginOutage(process, step.how, servers)
  if (step.target === 'clock') return moveClock(process, step.how)
  if (step.target === 'log') return fillLog(process)
  const cut = cuts[step.how]
  const connections = process.ways?.[cut.of]
  if (!connections) throw new Error(`No connection of ${process.name} can be cut`)
  if ('commit' in cut) connections.cutAtCommit(cut.commit === 'reaches the server')
  else connections.cut(...cut.ways)
  return connections.heal
}

/** The process of a service that is given payments: the one whose log is the first to say that it has processed another one. */
async function activeOf(name: 'booking' | 'checkout', { processes }: Fleet) {
  const counted = processes
    .filter(process => process.name === name)
    .map(process => ({ process, before: countPayments(process) }))
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(100)) {
    const active = counted.find(({ process, before }) => countPayments(process) > before)
    if (active) return active.process
  }
  throw new Error(`No process of ${name} processes payments`)
}

const countPayments = ({ log }: FleetProcess): number =>
  readFileSync(log(), 'utf8').split('"Payment notification processed"').length

async function beginOutage(
  target: RestartableServer & Partial<CanBeCut>,
  how: 'kill' | 'stop' | 'terminate' | 'freeze' | 'cut' | 'flush' | 'full memory',
  servers: FaultServers,
): Promise<End> {
  if (how === 'flush') {
    await servers.askRedis('FLUSHALL')
    return () => {}
  }
  if (how === 'full memory') {
    await servers.askRedis('CONFIG SET maxmemory 1')
    return async () => void (await servers.askRedis('CONFIG SET maxmemory 0'))
  }
  if (how === 'cut') {
    await target.cut?.()
    return () => target.heal?.()
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

async function harmDisk({ disks }: FaultServers, { name, how }: FaultStep): Promise<End> {
  const fault = disks?.[`${name} ${how}`]
  if (!fault) throw new Error(`The disks of ${name} have no such fault`)
  await fault.begin()
  return fault.end
}

function slowDown({ ways }: System, { name, how }: Extract<FaultStep, { target: 'slow' }>): End {
  const way = ways?.[name]
  if (!way) throw new Error(`The way to ${name} cannot be slow`)
  return way.slowBy(slowFaults[how])
}

function moveClock({ clock, name }: FleetProcess, how: ClockFault): End {
  if (!clock) throw new Error(`${name} has no clock that moves`)
  clock.move(clockOffsets[how])
  return () => clock.move(0)
}

/** From now on no file of the process can grow, as on a full disk. A process that starts again has a disk with room. */
function fillLog(process: FleetProcess): End {
  execFileSync('prlimit', ['--pid', String(process.pid()), '--fsize=1'])
  return async () => {
    await process.stop()
    await process.start()
  }
}
