import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '@campstore/local-servers/cli-error'
import { type Fault, type FaultStep, kindOf } from './faults.ts'
import type { Fleet } from './fleet.ts'
import type { Recorder } from './history.ts'
import type { FaultServers } from './servers.ts'

/** What went wrong with the injection itself: something did not come back. */
export type InjectionFailure = { fault: number; kind: string; message: string }

const healWithinMs = 90_000

/**
 * Carries out a schedule of faults, one after the other: each begins when it is due and the one before it is healed, lasts
 * as long as it was drawn for, is undone, and is healed when every process answers its readiness check again.
 *
 * @param began when the load began, in milliseconds of the epoch
 * @param stopAt when no further fault begins
 * @returns what did not come back in time
 */
export async function injectFaults(
  faults: readonly Fault[],
  { fleet, servers, recorder, began, stopAt, print }: Injection,
): Promise<InjectionFailure[]> {
  const failures: InjectionFailure[] = []
  for (const fault of faults) {
    await pause(Math.max(0, began + fault.at - Date.now()))
    if (Date.now() > stopAt) break
    const kind = kindOf(fault)
    const beganAt = Date.now()
    print(`fault ${fault.number}: ${describe(fault.steps)} for ${(fault.lasts / 1000).toFixed(1)} s`)
    try {
      await Promise.all(fault.steps.map(step => begin(step, fleet, servers)))
      await pause(Math.max(0, beganAt + fault.lasts - Date.now()))
      await Promise.all(fault.steps.map(step => end(step, fleet, servers)))
      const endedAt = Date.now()
      await Promise.all(fleet.all().map(process => process.ready(healWithinMs)))
      recorder.fault({ number: fault.number, kind, beganAt, endedAt, healedAt: Date.now() })
      // So that recovery can be seen before the next fault hides it.
      await pause(2_000)
    } catch (error) {
      failures.push({ fault: fault.number, kind, message: messageOf(error) })
      print(`fault ${fault.number} did not heal: ${messageOf(error)}`)
    }
  }
  return failures
}

type Injection = {
  fleet: Fleet
  servers: FaultServers
  recorder: Recorder
  began: number
  stopAt: number
  print: (line: string) => void
}

/** `booking 0 kill + RabbitMQ stop`. */
export const describe = (steps: readonly FaultStep[]): string =>
  steps.map(step => `${step.name}${step.target === 'process' ? ` ${step.place}` : ''} ${step.how}`).join(' + ')

async function begin(step: FaultStep, fleet: Fleet, { servers, flushRedis }: FaultServers): Promise<void> {
  if (step.target === 'process') {
    const process = fleet.process(step.name, step.place)
    if (step.how === 'freeze') return process.freeze()
    return step.how === 'kill' ? process.kill() : process.terminate()
  }
  if (step.how === 'flush') return flushRedis()
  const server = servers[step.name]
  if (step.how === 'freeze') return server.freeze()
  return step.how === 'kill' ? server.kill() : server.stop()
}

async function end(step: FaultStep, fleet: Fleet, { servers }: FaultServers): Promise<void> {
  if (step.target === 'process') {
    const process = fleet.process(step.name, step.place)
    return step.how === 'freeze' ? process.resume() : process.start()
  }
  if (step.how === 'flush') return
  const server = servers[step.name]
  return step.how === 'freeze' ? server.resume() : server.start()
}
