import { expect, test } from 'vitest'
import { drawFaults, kindOf, longestFaultMs } from './faults.ts'

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
    const faults = drawFaults(seed, 10)
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

test('no fault lasts longer than the longest, and none begins in the last ten seconds', () => {
  for (const { at, lasts } of drawFaults(3, 5)) {
    expect(lasts).toBeLessThanOrEqual(longestFaultMs)
    expect(at).toBeLessThan(5 * 60_000 - 10_000)
  }
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
