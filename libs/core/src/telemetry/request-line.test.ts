import { pino } from 'pino'
import { expect, test } from 'vitest'
import { requestLines } from './request-line.ts'

const line = { requestId: 'r-1', traceId: 'a'.repeat(32), method: 'GET', path: '/a"b\n', status: 200, ms: 1.5 }

test('one line of JSON with level, time, service and what the request was', () => {
  const texts: string[] = []
  requestLines(pino({ base: { service: 'booking' } }, { write: text => void texts.push(text) }))(line)
  const [text = ''] = texts
  expect(text.endsWith('\n')).toBe(true)
  expect(JSON.parse(text)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    service: 'booking',
    ...line,
    msg: 'Request finished',
  })
})
