import { expect, test } from 'vitest'
import { classifyFailure, PermanentError, TransientError } from './failure.ts'

const sqlState = (code: string, more: object = {}) => Object.assign(new Error('refused'), { code }, more)

test.each<[string, unknown, string]>([
  ['a permanent error', new PermanentError('x'), 'permanent'],
  ['a constraint that the message violates', sqlState('23514'), 'permanent'],
  ['the same as a cause', new Error('x', { cause: sqlState('22003') }), 'permanent'],
  ['a transient error', new TransientError('x'), 'transient'],
  ['a wrong password', sqlState('28P01'), 'transient'],
  ['a revoked grant', sqlState('42501'), 'transient'],
  ['too many connections', sqlState('53300'), 'transient'],
  ['a deadlock', sqlState('40P01'), 'transient'],
  ['an exception of our own functions', sqlState('P0001'), 'unknown'],
  ['an exception without SQLSTATE', new TypeError('x'), 'unknown'],
  ['something else', 'x', 'unknown'],
])('%s', (_, error, failure) => {
  expect(classifyFailure(error)).toBe(failure)
})
