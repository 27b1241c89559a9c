import { execFileSync } from 'node:child_process'
import type { Topology } from '@campstore/messaging/topology'
import { expect, test } from 'vitest'
import { wholeTopology } from '../../tools/broker/users.ts'
import { previousRelease } from '../../tools/releases/previous.ts'
import { unpackCommit } from '../../tools/releases/unpack.ts'

const previous = previousRelease()

const linesOf = ({ bindings }: Pick<Topology, 'bindings'>): string[] =>
  bindings.map(({ queue, exchange, routingKey }) => `${queue} gets ${routingKey} from ${exchange}`).toSorted()

/** The topology that a release declares, by its own code. */
function topologyOf(commit: string): Topology {
  const print = `
    import { wholeTopology } from './tools/broker/users.ts'
    console.log(JSON.stringify(wholeTopology(900)))`
  const args = ['--input-type=module', '--eval', print]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: unpackCommit(commit), encoding: 'utf8' }))
}

// While versions are mixed, processes of the release before consume its queues, and park messages that they do not know.
test.skipIf(!previous)('the queues of the release before get the same messages as before', () => {
  const released = topologyOf(previous?.commit ?? '')
  const known = new Set(released.queues.map(({ name }) => name))
  const current = wholeTopology(900)
  expect(current.queues.filter(({ name }) => known.has(name))).toEqual(expect.arrayContaining([...released.queues]))
  const bindings = current.bindings.filter(({ queue }) => known.has(queue))
  expect(linesOf({ bindings })).toEqual(linesOf(released))
})
