import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from './send.ts'

type Answer = { headers?: Record<string, string>; body?: Buffer | string }

/** A server that gives every request this answer; without one, it never answers. */
async function startServer(answer?: Answer): Promise<string> {
  const server = createServer((_, response) => {
    if (answer) response.writeHead(200, answer.headers).end(answer.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a compressed answer is read', async () => {
  const url = await startServer({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('the text') })
  expect(await exchange(url, { path: '/' })).toMatchObject({ status: 200, text: 'the text' })
})

test('the answer to HEAD says that it would be compressed, and has no body', async () => {
  const url = await startServer({ headers: { 'content-encoding': 'gzip' } })
  expect(await exchange(url, { method: 'HEAD', path: '/' })).toMatchObject({ status: 200, text: '' })
})

test('an answer that takes too long is none', async () => {
  await expect(exchange(await startServer(), { path: '/' }, undefined, 100)).rejects.toThrow(/abort/)
})
