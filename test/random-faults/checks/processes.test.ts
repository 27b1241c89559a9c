import { describe, expect, test } from 'vitest'
import type { Pending } from '../settle.ts'
import { checkout } from './fixtures.ts'
import { checkExits, checkHealing, checkLoad, checkMemory, checkPending, checkReasons } from './processes.ts'

const messagesOf = (violations: readonly { message: string }[]) => violations.map(({ message }) => message)

describe('nothing is pending at the end', () => {
  const nothing: Pending = { queues: new Map(), openHolds: 0, outbox: 0, audit: [] }

  test('queues for people may contain messages', () => {
    const queues = new Map(Object.entries({ 'booking.payments': 0, 'payments.rejected': 7, 'payments.unapplied': 3 }))
    expect(checkPending({ ...nothing, queues }, 0)).toEqual([])
  })

  test.each([
    [{ queues: new Map([['booking.payments.parked', 1]]) }, '1 messages are left in booking.payments.parked'],
    [{ openHolds: 2 }, '2 holds are still open'],
    [{ outbox: 3 }, '3 messages are still in the outboxes'],
    [{ audit: ['audit: amounts add up: {}'] }, 'audit: amounts add up: {}'],
  ])('%j is found', (pending, message) => {
    expect(messagesOf(checkPending({ ...nothing, ...pending }, 0))).toEqual([message])
  })

  test('deadlocks are found', () => {
    expect(messagesOf(checkPending(nothing, 1))).toEqual(['PostgreSQL resolved 1 deadlocks'])
  })
})

test('a process that exits by itself, or not gracefully on SIGTERM, is found', () => {
  const exit = { process: 'booking 0', requested: 'kill' as const, how: 'signal SIGKILL', lastLine: '' }
  expect(checkExits([exit, { ...exit, requested: 'terminate', how: 'exit code 0' }])).toEqual([])
  expect(checkExits([{ ...exit, requested: 'nothing', how: 'exit code 1' }])).toHaveLength(1)
  expect(checkExits([{ ...exit, requested: 'terminate' }])).toHaveLength(1)
})

test('a fault that did not heal is found', () => {
  const failure = { fault: 3, kind: 'Redis stop', message: 'admin 0 was not ready within 90 s' }
  expect(messagesOf(checkHealing([failure]))).toEqual(['fault 3 (Redis stop): admin 0 was not ready within 90 s'])
})

test('a run in which nothing was ever held is found', () => {
  const order = checkout({ kind: 'order', subject: 'o-1' })
  expect(checkLoad({ requests: [checkout(), order] })).toEqual([])
  const refused = { ...order, status: 401 }
  expect(messagesOf(checkLoad({ requests: [checkout(), refused] }))).toEqual(['no order was ever held'])
})

test('a failure without a reason is found, a refusal for lack of a server is not', () => {
  const refused = checkout({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  const failed = checkout({ status: 500, code: 'INTERNAL_ERROR' })
  expect(messagesOf(checkReasons({ requests: [refused, failed] }))).toEqual(['checkout: 1 responses of INTERNAL_ERROR'])
})

test('a process whose memory doubles is found', () => {
  const use = { process: 'booking 0', pid: 1, start: 120, peak: 300, end: 130, seconds: 600 }
  expect(checkMemory([use])).toEqual([])
  expect(checkMemory([{ ...use, end: 290 }])).toHaveLength(1)
  expect(checkMemory([{ ...use, end: 290, seconds: 20 }])).toEqual([])
})
