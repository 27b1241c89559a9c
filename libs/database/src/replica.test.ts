import pg, { type Pool } from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openReplica } from './replica.ts'

// Batches begin in the next turn of the event loop.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const asItIs = { position: 7, timeline: '00000001', id: 'cluster', isFollowing: true, answer: 'answered' }

/** A server with its pools. What it answers to a read is `answered`, or the SQLSTATE with which it refuses. */
function serverOf(name: string) {
  const state = { ...asItIs, name }
  const answer = async (statement: string | { text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text.includes('system_identifier')) return { rows: [{ id: state.id }] }
    if (text.includes('lsn'))
      return { rows: state.isFollowing ? [{ timeline: state.timeline, lsn: state.position }] : [] }
    if (state.answer !== 'answered') throw refused(state.answer)
    return { rows: [{ by: name }] }
  }
  const client = { query: answer, release: () => {}, end: async () => {} }
  const pool = () => ({ query: answer, connect: async () => client, end: async () => {} }) as never as Pool
  return { state, pools: { requests: pool(), staff: pool(), health: pool() } }
}

function refused(code: string): Error {
  return Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code, severity: 'ERROR' })
}

async function openOne() {
  const [leader, replica] = [serverOf('leader'), serverOf('replica')]
  const lines: string[] = []
  const write = (_: object, line: string) => void lines.push(line)
  const log = { info: write, warn: write } as never
  const pools = { replica: replica.pools, leader: leader.pools }
  const { reads, reports, close } = openReplica({ name: 'replica:5432', ...pools, log })
  onTestFinished(close)
  const read = async () => (await reads.query<{ by: string }>('read')).rows[0]?.by
  const report = () => reports.query('report')
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  await pass(0.1)
  return { leader: leader.state, replica: replica.state, lines, read, report, pass }
}
const usedLine = 'The read replica is used'
const leftLine = 'The read replica is not used, the leader answers instead'

test('a replica answers while it is where the leader is; one that is behind is left, with a line, and used again after three checks', async () => {
  const { leader, replica, lines, read, pass } = await openOne()
  expect(await read()).toBe('replica')
  leader.position = 8
  const reading = read()
  await pass(0.09)
  replica.position = 8
  await pass(0.02)
  expect(await reading).toBe('replica')

  leader.position = 9
  const [first, second] = [read(), read()]
  await pass(0.2)
  expect([await first, await second, await read()]).toEqual(['leader', 'leader', 'leader'])
  replica.position = 9
  await pass(1.9)
  expect([await read(), lines]).toEqual(['leader', [usedLine, leftLine]])
  await pass(1.5)
  expect([await read(), lines]).toEqual(['replica', [usedLine, leftLine, usedLine]])
})

test.each([
  ['a conflict with recovery', '40001'],
  ['a statement that writes', '25006'],
])('%s is answered by the leader, and the replica is used for the next read', async (_, code) => {
  const { replica, lines, read } = await openOne()
  replica.answer = code
  expect(await read()).toBe('leader')
  replica.answer = 'answered'
  expect([await read(), lines]).toEqual(['replica', [usedLine]])
})

test('a replica that takes too long is left, and the leader answers; only a report is not made again', async () => {
  const { replica, lines, read, report } = await openOne()
  replica.answer = '57014'
  await expect(report()).rejects.toThrow('canceling statement')
  expect(lines).toEqual([usedLine])
  expect([await read(), lines]).toEqual(['leader', [usedLine, leftLine]])
})

test('a replica of another database, or of a history before that of the leader, is not used', async () => {
  const { leader, replica, read, pass } = await openOne()
  expect(await read()).toBe('replica')
  // After a fail-over, which the replica has not followed: it has more than the new leader had then.
  replica.isFollowing = false
  leader.timeline = '00000002'
  expect(await read()).toBe('leader')
  Object.assign(replica, { isFollowing: true, id: 'another' })
  await pass(9)
  expect(await read()).toBe('leader')
})
