import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, startGateway } from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

const content = JSON.stringify({ success: true, data: 'tent '.repeat(400) })

/** A gateway before a service whose response the client's headers choose. */
async function startShop() {
  const service = await startFakeService((request, response) => {
    const headers = { etag: 'W/"1"', vary: 'accept-encoding', 'cache-control': 'public, max-age=0, must-revalidate' }
    if (request.headers['if-none-match'] === 'W/"1"') return response.writeHead(304, headers).end()
    const body = gzipSync(content)
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  return startGateway({ BOOKING_URLS: service.url, CORS_ORIGINS: 'loopback' })
}

const ask = (method: string, headers: string) =>
  `${method} ${policyPath} HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:1\r\nConnection: close\r\n${headers}\r\n`

test('a 304 passes through with its headers and no body', async () => {
  const answer = await sendBytes((await startShop()).port, ask('GET', 'If-None-Match: W/"1"\r\n'))
  expect(answer).toMatch(/^HTTP\/1.1 304 .*\r\netag: W\/"1"\r\n.*\r\ncache-control: public, [^\r]*\r\n.*\r\n\r\n$/is)
})

test('HEAD has the length of what GET would send, and no body', async () => {
  const answer = await sendBytes((await startShop()).port, ask('HEAD', 'Accept-Encoding: gzip\r\n'))
  expect(answer).toContain(`\r\ncontent-length: ${gzipSync(content).length}\r\n`)
  expect(answer).toMatch(/\r\n\r\n$/)
})
