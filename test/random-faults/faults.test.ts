import { expect, test } from 'vitest'
import { drawFaults as drawFrom, type FaultTarget, faultTargets, kindOf, longestFreezeMs } from './faults.ts'

const short: FaultTarget[] = ['process', 'server']
const drawFaults = (seed: number, minutes: number, targets: readonly FaultTarget[] = faultTargets) =>
  drawFrom(seed, minutes, { targets })

test('the same seed draws the same faults', () => {
  expect(drawFaults(7, 10)).toEqual(drawFaults(7, 10))
})

test('another seed draws other faults', () => {
  expect(drawFaults(8, 10)).not.toEqual(drawFaults(7, 10))
})

test('a longer run of the same seed begins with the faults of a shorter one', () => {
  const short = drawFaults(7, 2)
  expect(drawFaults(7, 10).slice(0, short.length)).toEqual(short)
})

test.each([1, 2, 3])(
  'ten minutes of seed %i have each fault of a server, each of a process, and some together',
  seed => {
    const faults = drawFaults(seed, 10, short)
    const kinds = new Set(faults.flatMap(({ steps }) => steps.map(step => kindOf({ steps: [step] }))))
    for (const kind of ['stop', 'kill', 'freeze']) {
      expect(kinds).toContain(`RabbitMQ ${kind}`)
      expect(kinds).toContain(`PostgreSQL ${kind}`)
    }
    expect(kinds).toContain('Redis flush')
    const ofProcesses = faults.flatMap(({ steps }) => steps).filter(({ target }) => target === 'process')
    expect(new Set(ofProcesses.map(({ how }) => how))).toEqual(new Set(['kill', 'terminate', 'freeze']))
    expect(new Set(ofProcesses.map(({ name }) => name)).size).toBe(6)
    expect(faults.some(({ steps }) => steps.length > 1)).toBe(true)
  },
)

test('twenty minutes have every kind of fault, and a choice has only those', () => {
  const targetsOf = (targets?: readonly FaultTarget[]) =>
    new Set(drawFaults(3, 20, targets).flatMap(({ steps }) => steps.map(({ target }) => target)))
  expect(targetsOf()).toEqual(new Set(faultTargets))
  expect(targetsOf(['clock', 'partition'])).toEqual(new Set(['clock', 'partition']))
})

test('a clock moves for a process of each service at once, and jumps for some seconds only', () => {
  const clocks = drawFaults(3, 20, ['clock'])
  for (const { steps } of clocks)
    expect(new Set(steps.map(({ name }) => name))).toEqual(new Set(['booking', 'checkout']))
  const jumps = clocks.filter(({ steps }) => steps[0]?.how === 'clock +600 s')
  for (const { lasts } of jumps) expect(lasts).toBeLessThanOrEqual(6_000)
})

test('no process or server is frozen for too long, and no fault begins in the last ten seconds', () => {
  for (const { at, lasts } of drawFaults(3, 5, short)) {
    expect(lasts).toBeLessThanOrEqual(longestFreezeMs)
    expect(at).toBeLessThan(5 * 60_000 - 10_000)
  }
  for (const { lasts, steps } of drawFrom(3, 20, { targets: faultTargets, silentMs: 3_000 }))
    if (steps.some(({ how }) => how === 'freeze' || how === 'broker cut')) expect(lasts).toBeLessThanOrEqual(3_000)
})

test('two faults at once never hit the same process or server twice', () => {
  const faults = [1, 2, 3, 4, 5].flatMap(seed => drawFaults(seed, 60))
  for (const { steps } of faults) {
    const targets = steps.map(step => (step.target === 'process' ? `${step.name} ${step.instance}` : step.name))
    expect(new Set(targets).size).toBe(targets.length)
  }
})

test('a fault is named by what is done, not by which of the two processes it is done to', () => {
  const kill = { target: 'process', name: 'booking', how: 'kill' } as const
  const stop = { target: 'server', name: 'RabbitMQ', how: 'stop' } as const
  expect(kindOf({ steps: [{ ...kill, instance: 1 }] })).toBe('booking kill')
  expect(kindOf({ steps: [{ ...kill, instance: 0 }, { ...kill, instance: 1 }, stop] })).toBe(
    'booking kill (both) + RabbitMQ stop',
  )
})
