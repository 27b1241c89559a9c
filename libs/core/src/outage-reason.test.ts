import { expect, test } from 'vitest'
import { outageReason } from './outage-reason.ts'

const error = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  [error('28P01', 'password authentication failed for user "campstore_booking"'), 'password refused'],
  [new Error('Handshake terminated by server: 403 (ACCESS-REFUSED) with message "…"'), 'password refused'],
  [new AggregateError([error('ECONNREFUSED')]), 'connection refused'],
  [error('53100', 'could not extend file'), 'disk full'],
  [error('57P03', 'the database system is starting up'), 'starting or stopping'],
  [error('', 'Query read timeout'), 'no answer'],
  [new Error('The broker does not confirm'), 'no answer'],
  ['low on disk', 'disk alarm'],
  [error('ECONNRESET', 'read ECONNRESET'), 'connection lost'],
])('%s is said in few words, without names: %s', (failure, reason) => expect(outageReason(failure)).toBe(reason))
