import { describe, expect, test, vi } from 'vitest'
import { UpstreamCall, type UpstreamFailure } from './call.ts'
import type { WaitingRequest } from './monitor.ts'
import { createPool } from './pool.ts'
import { Attempt, type AttemptFailure, type AttemptHandler } from './transport.ts'

const neverSent: AttemptFailure = { code: 'ECONNREFUSED', requestWasSent: false, connectionWasReused: false }
const lost: AttemptFailure = { code: 'ECONNRESET', requestWasSent: true, connectionWasReused: false }

/**
 * A call to a service of two processes; `outcomes` says what becomes of each attempt, which otherwise stays open.
 *
 * @param waits whether requests wait for a process
 */
function callWith(method: string, outcomes: AttemptFailure[], waits = false, headers: string[] = []) {
  const pool = createPool(['http://a', 'http://b'], () => 0)
  const attempts: string[] = []
  const failures: UpstreamFailure[] = []
  const open: AttemptHandler[] = []
  const sent: Attempt[] = []
  const transport = {
    send(upstream: { url: URL }, _request: object, handler: AttemptHandler, newConnection: boolean) {
      attempts.push(`${upstream.url.hostname}${newConnection ? ' over a new connection' : ''}`)
      const failure = outcomes.shift()
      const attempt = new Attempt(handler)
      sent.push(attempt)
      if (failure === undefined) open.push(handler)
      else handler.onFailure(failure)
      return attempt
    },
    remove: () => {},
    close: () => {},
  }
  const request = { method, path: '/', headers, traceparent: '', body: undefined }
  const handler = {
    onResponse: () => {},
    onData: () => true,
    onEnd: () => {},
    onFailure: (failure: UpstreamFailure) => void failures.push(failure),
  }
  const waiting = new Set<WaitingRequest>()
  const monitor = {
    tick: 0,
    wait: (_pool: object, one: WaitingRequest) => waits && waiting.add(one).size > 0,
    leave: (_pool: object, one: WaitingRequest) => void waiting.delete(one),
    stop: () => {},
  }
  const call = new UpstreamCall({ transport, monitor, pool }, request, handler)
  call.start()
  return { call, attempts, failures, open, sent, pool, waiting }
}

/** What undici hands over when it begins to write a request. */
const connection = () => {
  const state = { aborted: false, paused: false, reason: null }
  return { abort: vi.fn(), pause: () => {}, resume: () => {}, ...state }
}

const pendingIn = ({ upstreams }: ReturnType<typeof createPool>) => upstreams.map(({ pending }) => pending.length)

describe('a write', () => {
  test('of one token begins with one process, and those of others with either', () => {
    const firstOf = (token: string) => callWith('POST', [], false, ['Authorization', token]).attempts[0]
    // Tokens without a signature end alike.
    const tokens = Array.from({ length: 20 }, (_, number) => `Bearer ${number}.${'0'.repeat(16)}.`)
    expect(new Set(tokens.map(firstOf))).toEqual(new Set(['a', 'b']))
    expect(tokens.map(firstOf)).toEqual(tokens.map(firstOf))
  })

  test('to a frozen process goes to another one while it waits for a connection', () => {
    const { call, attempts } = callWith('POST', [])
    call.onFrozen(false)
    expect(attempts).toEqual(['a', 'b'])
  })

  test('to a frozen process fails, once that process was silent for the whole time', () => {
    const { call, failures, attempts, sent } = callWith('POST', [])
    sent[0]?.onRequestStart(connection())
    call.onFrozen(false)
    expect(failures).toEqual([])
    call.onFrozen(true)
    expect([failures.map(({ reason }) => reason), attempts]).toEqual([['frozen'], ['a']])
  })
})

test.each(['POST', 'GET'])('%s to the only process that seems to live is not given up', method => {
  const { call, failures, attempts, sent, pool } = callWith(method, [])
  sent[0]?.onRequestStart(connection())
  for (const upstream of pool.upstreams) upstream.frozen = true
  call.onFrozen(true)
  expect([failures, attempts]).toEqual([[], ['a']])
})

describe('a read', () => {
  test('goes to each process once', () => {
    const { attempts, failures, pool } = callWith('GET', [lost, neverSent])
    expect(attempts).toEqual(['a', 'b'])
    expect(failures.map(({ reason }) => reason)).toEqual(['unreachable'])
    expect(pendingIn(pool)).toEqual([0, 0])
  })

  test('leaves a frozen process at once', () => {
    const { call, attempts, pool } = callWith('GET', [])
    call.onFrozen(false)
    expect(attempts).toEqual(['a', 'b'])
    expect(pendingIn(pool)).toEqual([0, 1])
  })

  test('goes back to a process that has come back', () => {
    const { call, attempts } = callWith('GET', [])
    call.onFrozen(true)
    call.onFrozen(true)
    expect(attempts).toEqual(['a', 'b', 'a'])
  })

  test('does not leave a process that its database does not serve for one that did not answer', () => {
    const { call, attempts, pool } = callWith('GET', [])
    const [, other] = pool.upstreams
    if (other) pool.markFailed(other)
    call.onFrozen(false)
    expect(attempts).toEqual(['a'])
    if (other) pool.markHealthy(other)
    call.onFrozen(false)
    expect(attempts).toEqual(['a', 'b'])
  })

  test('is not repeated after its response has begun', () => {
    const { attempts, failures, open } = callWith('GET', [])
    open[0]?.onResponse(200, {})
    open[0]?.onFailure(lost)
    expect(attempts).toEqual(['a'])
    expect(failures.map(({ reason }) => reason)).toEqual(['interrupted'])
  })
})

test('after an attempt that failed at once, a timeout ends the one that followed it', () => {
  const { call, failures, sent } = callWith('POST', [neverSent])
  const second = connection()
  sent[1]?.onRequestStart(second)
  call.timeOut()
  expect(second.abort).toHaveBeenCalled()
  expect(failures).toEqual([{ reason: 'timeout', code: 'timeout', requestWasSent: true }])
})

test('a timeout while the request waits for a connection does not count against the process', () => {
  const { call, failures, pool } = callWith('GET', [])
  call.timeOut()
  expect(failures).toEqual([{ reason: 'timeout', code: 'timeout', requestWasSent: false }])
  expect(pool.upstreams.map(upstream => upstream.failures)).toEqual([0, 0])
})

describe('when no process is left', () => {
  test.each([
    ['a write that was not begun', 'POST', neverSent],
    ['a read', 'GET', lost],
  ])('%s waits, and is sent when one answers again', (_name, method, failure) => {
    const { call, attempts, failures, waiting } = callWith(method, [failure, failure], true)
    expect([attempts, failures, waiting.size]).toEqual([['a', 'b'], [], 1])
    call.onOutageEnd(true)
    expect(attempts).toHaveLength(3)
  })

  test('a write that may have been begun does not wait', () => {
    const { failures, waiting } = callWith('POST', [neverSent, lost], true)
    expect([failures.map(({ reason }) => reason), waiting.size]).toEqual([['unreachable'], 0])
  })

  test('what waits fails at the end of the time, and at its own timeout', () => {
    for (const end of ['onOutageEnd', 'timeOut'] as const) {
      const { call, failures } = callWith('POST', [neverSent, neverSent], true)
      if (end === 'timeOut') call.timeOut()
      else call.onOutageEnd(false)
      expect(failures).toEqual([{ reason: 'unreachable', code: 'ECONNREFUSED', requestWasSent: false }])
    }
  })
})
