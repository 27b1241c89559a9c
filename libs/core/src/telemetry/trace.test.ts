import { describe, expect, test } from 'vitest'
import { requestIdFrom, traceIdFrom, traceparent } from './trace.ts'

describe('request id: 1 to 64 of [A-Za-z0-9._-] is kept, otherwise one is made', () => {
  test.each(['a', 'A.b_c-9', 'x'.repeat(64)])('kept: %s', id => expect(requestIdFrom(id)).toBe(id))
  test.each([undefined, '', 'x'.repeat(65), 'a b', 'a\nb', 'é', ['a', 'b']])('made for %j', header => {
    expect(requestIdFrom(header)).toMatch(/^[0-9a-f]{32}$/)
  })
  test('two that are made differ', () => expect(requestIdFrom(undefined)).not.toBe(requestIdFrom(undefined)))
})

describe('trace id', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'

  test('that of a W3C traceparent is continued', () => expect(traceIdFrom(`00-${id}-00f067aa0ba902b7-01`)).toBe(id))
  test.each([undefined, '', 'nonsense', `00-${id.toUpperCase()}-00f067aa0ba902b7-01`, ['a']])('made for %j', header => {
    expect(traceIdFrom(header)).toMatch(/^[0-9a-f]{32}$/)
  })
  test('a traceparent keeps the trace and begins a new span', () => {
    expect(traceparent(id)).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
    expect(traceIdFrom(traceparent(id))).toBe(id)
    expect(traceparent(id)).not.toBe(traceparent(id))
  })
})
