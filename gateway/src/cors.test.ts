import { createRecordingLog } from '@campstore/testing/recording-log'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCors } from './cors.ts'

let recording: ReturnType<typeof createRecordingLog>
beforeEach(() => {
  recording = createRecordingLog()
})

const allows = (origins: string[], origin: string) => {
  const cors = createCors(origins, recording.log)
  const headers = cors.responseHeaders({ origin, host: 'api.example' })
  const allowed = headers[headers.indexOf('access-control-allow-origin') + 1] === origin
  expect(cors.preflightHeaders(origin).length > 0).toBe(allowed)
  return allowed
}

describe('loopback (docs/contract/local-defaults.md#origins)', () => {
  test.each(['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:3000'])('allows %s', origin =>
    expect(allows(['loopback'], origin)).toBe(true),
  )

  const otherHosts = ['https://shop.example', 'http://localhost.shop.example', 'http://127.0.0.1.shop.example']
  const disguised = ['http://shop.example:127001', 'http://localhost@shop.example', 'http://localhost:99999']
  const otherForms = ['http://localhost:5173/', 'http://LOCALHOST:5173', 'ftp://localhost', 'null', '']

  test.each([...otherHosts, ...disguised, ...otherForms])('does not allow %j', origin =>
    expect(allows(['loopback'], origin)).toBe(false),
  )

  test('allows other origins beside it', () => {
    const origins = ['loopback', 'https://shop.example']
    expect([allows(origins, 'https://shop.example'), allows(origins, 'http://localhost:1')]).toEqual([true, true])
  })

  test('is not allowed where it is not listed', () => {
    expect(allows(['https://shop.example'], 'http://localhost:5173')).toBe(false)
    expect(allows([], 'http://localhost:5173')).toBe(false)
  })
})

describe('a refused origin', () => {
  const refuse = (cors: ReturnType<typeof createCors>, origin: string, host = 'api.example:8080') =>
    cors.responseHeaders({ origin, host })

  test('is logged once, with the variable that would allow it', () => {
    const cors = createCors(['https://other.example'], recording.log)
    const origins = ['https://a.example', 'https://b.example', 'null']
    for (const origin of [...origins, ...origins]) refuse(cors, origin)
    const msg = expect.stringContaining('CORS_ORIGINS')
    expect(recording.lines).toMatchObject(origins.map(origin => ({ level: 'warn', origin, msg })))
  })

  test('that is allowed, is none, or is that of the gateway itself is not logged', () => {
    const cors = createCors(['loopback'], recording.log)
    refuse(cors, 'http://localhost:1')
    refuse(cors, 'no origin')
    refuse(cors, 'https://api.example:8080')
    refuse(cors, 'https://shop.example', 'Shop.example')
    expect(recording.lines).toEqual([])
  })

  test('is not logged after a hundred others: anyone can invent more', () => {
    const cors = createCors([], recording.log)
    for (let number = 0; number < 150; number += 1) refuse(cors, `https://shop-${number}.example`)
    expect(recording.lines).toHaveLength(100)
  })
})
