import { expect, test } from 'vitest'
import { requestIdFrom, traceIdFrom, traceparent } from './trace.ts'

test('a request id of 1 to 64 of [A-Za-z0-9._-] is kept, and otherwise a new one is made', () => {
  for (const id of ['a', 'A.b_c-9', 'x'.repeat(64)]) expect(requestIdFrom(id)).toBe(id)
  const made = [undefined, '', 'x'.repeat(65), 'a b', 'a\nb', 'é', ['a', 'b']].map(requestIdFrom)
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(made).size).toBe(made.length)
})

test('the trace of a W3C traceparent is continued with a new span, and otherwise a new one is made', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(traceIdFrom(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
  expect(traceparent(id)).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
  expect(traceIdFrom(traceparent(id))).toBe(id)
  expect(traceparent(id)).not.toBe(traceparent(id))
  for (const header of [undefined, '', 'nonsense', `00-${id.toUpperCase()}-00f067aa0ba902b7-01`, ['a']])
    expect(traceIdFrom(header)).toMatch(/^[0-9a-f]{32}$/)
})
