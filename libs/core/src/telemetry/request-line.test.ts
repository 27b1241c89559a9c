import { pino } from 'pino'
import { expect, test } from 'vitest'
import { requestLines } from './request-line.ts'

const line = { requestId: 'r-1', traceId: 'a'.repeat(32), method: 'GET', path: '/a"b\n', status: 200, ms: 1.5 }

function written(level: string): string[] {
  const lines: string[] = []
  const log = pino({ level, base: { service: 'booking' } }, { write: text => void lines.push(text) })
  requestLines(log)(line)
  return lines
}

test('one line of JSON with level, time, service and what the request was', () => {
  const [text = ''] = written('info')
  expect(text.endsWith('\n')).toBe(true)
  expect(JSON.parse(text)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    service: 'booking',
    ...line,
    msg: 'Request finished',
  })
})

test('nothing where the logger leaves out info', () => expect(written('warn')).toEqual([]))
