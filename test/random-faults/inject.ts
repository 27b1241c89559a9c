import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@campstore/local-servers/cli-error'
import type { RestartableServer } from '@campstore/testing/restartable-servers'
import { type Fault, type FaultStep, kindOf } from './faults.ts'
import type { Fleet } from './fleet.ts'
import type { Recorder } from './history.ts'
import type { FaultServers } from './servers.ts'

/** A fault after which something did not become ready again. */
export type InjectionFailure = { fault: number; kind: string; message: string }

type Injection = {
  fleet: Fleet
  servers: FaultServers
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

async function inject({ steps, lasts }: Fault, { fleet, servers }: Injection) {
  const beganAt = Date.now()
  await Promise.all(steps.map(step => begin(step, fleet, servers)))
  await delay(Math.max(0, beganAt + lasts - Date.now()))
  await Promise.all(steps.map(step => end(step, fleet, servers)))
  const endedAt = Date.now()
  await Promise.all(fleet.processes.map(process => process.ready(healTimeoutMs)))
  return { beganAt, endedAt, healedAt: Date.now() }
}

/** `booking 0 kill + RabbitMQ stop`. */
const describe = (steps: readonly FaultStep[]): string =>
  steps.map(step => `${step.name}${step.target === 'process' ? ` ${step.instance}` : ''} ${step.how}`).join(' + ')

function targetOf(step: FaultStep, fleet: Fleet, servers: FaultServers): RestartableServer {
  if (step.target === 'server') return servers.restartable[step.name]
  const process = fleet.processes.find(({ name, instance }) => name === step.name && instance === step.instance)
  if (!process) throw new Error(`There is no process ${step.name} ${step.instance}`)
  return process
}

async function begin(step: FaultStep, fleet: Fleet, servers: FaultServers): Promise<void> {
  const target = targetOf(step, fleet, servers)
  if (step.how === 'flush') return servers.flushRedis()
  if (step.how === 'freeze') return target.freeze()
  return step.how === 'kill' ? target.kill() : target.stop()
}

async function end(step: FaultStep, fleet: Fleet, servers: FaultServers): Promise<void> {
  const target = targetOf(step, fleet, servers)
  if (step.how === 'flush') return
  return step.how === 'freeze' ? target.resume() : target.start()
}
