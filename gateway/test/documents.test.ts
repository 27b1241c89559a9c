import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { describe, expect, test } from 'vitest'
import { withFutureDates } from '../src/example-dates.ts'
import { startGateway } from '../src/testing/gateway-fixture.ts'

test.each([
  ['/openapi.json', documents.openapi],
  ['/asyncapi.json', documents.asyncapi],
] as const)('%s is the document of the contract, with examples that can be booked', async (path, file) => {
  const { url } = await startGateway({})
  const answer = await fetch(url + path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  const committed = readFileSync(file, 'utf8')
  const shown = path === '/openapi.json' ? withFutureDates(committed, Date.now()) : committed
  expect(await answer.json()).toEqual(JSON.parse(shown))
})

describe('a document', () => {
  const path = '/openapi.json'

  test('is not sent again to a client that has it', async () => {
    const { url } = await startGateway({})
    const etag = (await fetch(url + path)).headers.get('etag') ?? ''
    const statusFor = async (ifNoneMatch: string) => {
      const answer = await fetch(url + path, { headers: { 'if-none-match': ifNoneMatch } })
      return [answer.status, (await answer.text()) === '']
    }
    expect(await statusFor(`"another", W/${etag}`)).toEqual([304, true])
    expect(await statusFor('*')).toEqual([304, true])
    expect(await statusFor('"another"')).toEqual([200, false])
  })

  test('is compressed once for those who accept it, and each encoding has its length and ETag', async () => {
    const { url } = await startGateway({})
    const ask = (acceptEncoding: string, init?: RequestInit) =>
      fetch(url + path, { ...init, headers: { ...init?.headers, 'accept-encoding': acceptEncoding } })
    const [gzip, plain] = [await ask('br, gzip'), await ask('gzip;q=0')]
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const { headers } of [gzip, plain]) expect(headers.get('vary')).toMatch(/\baccept-encoding\b/)
    const [small, large] = [gzip, plain].map(({ headers }) => Number(headers.get('content-length')))
    expect(small).toBeLessThan((large ?? 0) / 8)
    const content = await plain.text()
    expect(Buffer.byteLength(content)).toBe(large)
    expect(await gzip.text()).toBe(content)

    const [ofGzip, ofPlain] = [gzip, plain].map(({ headers }) => headers.get('etag') ?? '')
    const statusFor = async (acceptEncoding: string, etag = '') =>
      (await ask(acceptEncoding, { headers: { 'if-none-match': etag } })).status
    expect([await statusFor('gzip', ofGzip), await statusFor('identity', ofPlain)]).toEqual([304, 304])
    expect([await statusFor('gzip', ofPlain), await statusFor('identity', ofGzip)]).toEqual([200, 200])
    expect((await ask('gzip', { method: 'HEAD' })).headers.get('content-length')).toBe(String(small))
  })

  test.each(['', 'https://shop.example'])(
    'may be read by pages of every origin, also with CORS_ORIGINS=%j',
    async CORS_ORIGINS => {
      const { url } = await startGateway({ CORS_ORIGINS })
      const answer = await fetch(url + path, { headers: { origin: 'https://shop.example' } })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    },
  )
})
