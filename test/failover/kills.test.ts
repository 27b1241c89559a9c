import { expect, test } from 'vitest'
import { kindOf, processNames } from '../random-faults/faults.ts'
import { killsInTurn } from './kills.ts'

test('every second one is a leader, of RabbitMQ and PostgreSQL, killed and frozen by turns', () => {
  const kinds = killsInTurn(10).map(kindOf)
  const leaders = ['RabbitMQ kill', 'PostgreSQL kill', 'RabbitMQ freeze', 'PostgreSQL freeze']
  expect(kinds.slice(0, 12).filter((_, index) => index % 2 === 0)).toEqual([...leaders, ...leaders.slice(0, 2)])
  expect(kinds.slice(0, 4)).toEqual(['RabbitMQ kill', 'gateway kill', 'PostgreSQL kill', 'booking kill'])
})

test('both processes of each service have their turn', () => {
  const killed = killsInTurn(60).flatMap(({ steps }) => steps)
  for (const name of processNames)
    for (const instance of [0, 1]) expect(killed).toContainEqual({ target: 'process', name, instance, how: 'kill' })
})

test('there are kills until the end of the load', () => {
  expect(killsInTurn(3).at(-1)?.at).toBeGreaterThan(3 * 60_000 - 20_000)
})
