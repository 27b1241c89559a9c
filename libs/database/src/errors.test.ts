import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './errors.ts'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.each([
  ['connection refused', withCode('ECONNREFUSED')],
  ['no descriptor for a connection', Object.assign(withCode('EMFILE'), { syscall: 'connect' })],
  ['its disk fails', withCode('58030')],
  ['shutting down', withCode('57P01')],
  ['too many connections', withCode('53300')],
  ['statement timeout', withCode('57014')],
  ['no answer within query_timeout', new Error('Query read timeout')],
  ['deadlock', withCode('40P01')],
  ['connection cut', new Error('Connection terminated unexpectedly')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['both addresses of localhost refuse', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ['wrapped by the ORM', new Error('driver failed', { cause: withCode('ECONNREFUSED') })],
])('the database is unavailable: %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(true))

test.each([
  ['unique violation', withCode('23505')],
  ['permission denied', withCode('42501')],
  ['an error without code', new Error('x is not a function')],
  ['no error', 'ECONNREFUSED'],
])('anything else is a mistake of ours: %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(false))
