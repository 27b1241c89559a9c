import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginTrace, continueTrace, type Span, type SpanStart, setTracing, startChild } from './spans.ts'

type Started = SpanStart & { parent: string | undefined; ended: unknown[] }
let started: Started[]

const trace = 'a'.repeat(32)
const recorded = `00-${trace}-${'b'.repeat(16)}-01`
const unrecorded = `00-${trace}-${'b'.repeat(16)}-00`
const start = { name: 'GET', kind: 'server' } as const

function traceAll(ratio = 1): void {
  setTracing({
    ratio,
    active: new AsyncLocalStorage(),
    start: (span, parent) => {
      const record: Started = { ...span, parent, ended: [] }
      started.push(record)
      const end: Span['end'] = error => void record.ended.push(error)
      return { traceparent: recorded, rename: () => {}, set: () => {}, end }
    },
  })
}

beforeEach(() => {
  started = []
})
afterEach(() => setTracing(undefined))

test.each([
  [recorded, recorded],
  [unrecorded, unrecorded],
  ['nonsense', undefined],
  [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
  [['00'], undefined],
  [undefined, undefined],
])('a client with the traceparent %j has its trace continued or not, and decides nothing', (header, parent) => {
  traceAll()
  expect(beginTrace(start, header)).toBeDefined()
  expect(started).toMatchObject([{ ...start, parent }])
  traceAll(0)
  expect(beginTrace(start, header)).toBeUndefined()
})

describe('another process of this system', () => {
  test('decides whether its trace is recorded', () => {
    traceAll(0)
    expect(continueTrace(start, recorded)).toBeDefined()
    traceAll(1)
    expect(continueTrace(start, unrecorded)).toBeUndefined()
    expect(startChild(start, unrecorded)).toBeUndefined()
  })
  test('without a trace of its own, leaves that to the ratio', () => {
    traceAll(1)
    expect(continueTrace(start, undefined)).toBeDefined()
    expect(startChild(start, undefined)).toBeUndefined()
    traceAll(0)
    expect(continueTrace(start, undefined)).toBeUndefined()
  })
})
