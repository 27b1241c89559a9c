import type { ApiResponse } from '@campstore/testing/send'
import { afterEach, expect, test } from 'vitest'
import { expectAllExpired, startCheckouts } from '../system/checkouts.ts'
import { tally } from '../system/client.ts'
import type { Load } from '../system/load.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { type System, type SystemOptions, startSystem } from '../system/system.ts'

const load = { clients: 6, pauseMs: 100, maxRequests: 5_000 }
const restarted = ['booking', 'checkout'] as const
let system: System
afterEach(() => system.stop())

/** Starts a system and a load of bookings and orders in turn. */
async function startUnderLoad(options: Partial<SystemOptions> = {}): Promise<Load> {
  system = await startSystem({ services: restarted, holdSeconds: 4, ...options })
  const members = await system.members(load.clients)
  const samples = await createSampleRequests(system.owner)
  return startCheckouts(load, members, samples)
}

/** Waits until so many more requests are answered. */
async function answered({ responses }: Load, more: number): Promise<void> {
  const before = responses.length
  await expect.poll(() => responses.length, { interval: 50 }).toBeGreaterThanOrEqual(before + more)
}

/** Stops one process of each service and waits for their ends. */
const stopOneOfEach = (instance: number): Promise<string[]> =>
  Promise.all(
    restarted.map(name => {
      const leaving = system.process(name, instance)
      leaving.kill('SIGTERM')
      return leaving.exited
    }),
  )

const restartOneOfEach = (instance: number) => Promise.all(restarted.map(name => system.restart(name, instance)))

/** Every request succeeded, and every success is a hold that has ended. */
async function expectNothingLost(responses: readonly ApiResponse[]): Promise<void> {
  expect(tally(responses)).toEqual({ '200': responses.length })
  await expectAllExpired(system, responses)
}

test('all processes of booking and of checkout are replaced one after the other under load: no request fails, each ends with exit code 0, also when its log has no reader', async () => {
  const running = await startUnderLoad({ withoutLogReader: [1] })
  await answered(running, 50)
  for (const instance of [0, 1]) {
    expect(await stopOneOfEach(instance)).toEqual(['exit code 0', 'exit code 0'])
    await answered(running, 20)
    await restartOneOfEach(instance)
    await answered(running, 20)
  }
  await expectNothingLost(await running.stop())
})

test('both processes of booking and of checkout are restarted at once under load: requests wait, and none fails', async () => {
  const running = await startUnderLoad({ gateway: { UPSTREAM_WAIT_MS: '60000' } })
  await answered(running, 50)
  const ends = await Promise.all([0, 1].map(stopOneOfEach))
  expect(ends.flat()).toEqual(Array(4).fill('exit code 0'))
  await Promise.all([0, 1].map(restartOneOfEach))
  await answered(running, 50)
  await expectNothingLost(await running.stop())
})
