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

  test('is compressed once for those who accept it, and each encoding has its length and ETag', async () => {
    const { url } = await startGateway({})
    const ask = (acceptEncoding: string, etag = '') =>
      fetch(url + path, { headers: { 'accept-encoding': acceptEncoding, 'if-none-match': etag } })
    const [gzip, plain] = [await ask('gzip'), await ask('identity')]
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const { headers } of [gzip, plain]) expect(headers.get('vary')).toMatch(/\baccept-encoding\b/)
    const content = await plain.text()
    expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(content)))
    expect(await gzip.text()).toBe(content)

    const [ofGzip, ofPlain] = [gzip, plain].map(({ headers }) => headers.get('etag') ?? '')
    expect([(await ask('gzip', ofGzip)).status, (await ask('identity', ofPlain)).status]).toEqual([304, 304])
    expect([(await ask('gzip', ofPlain)).status, (await ask('identity', ofGzip)).status]).toEqual([200, 200])
  })

  test.each(['', 'https://shop.example'])('is for every origin, also with CORS_ORIGINS=%j', async CORS_ORIGINS => {
    const { url } = await startGateway({ CORS_ORIGINS })
    const answer = await fetch(url + path, { headers: { origin: 'https://shop.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})
