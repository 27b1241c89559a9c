import { startHttpServer } from '@campstore/testing/http-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followAddresses } from './addresses.ts'
import { createUpstreamClient } from './client.ts'
import { createPool, type Upstream } from './pool.ts'

const addressesOf = ({ upstreams }: { upstreams: readonly Upstream[] }) => upstreams.map(({ address }) => address)

/** Follows the addresses of a name that the test decides; `undefined` for a name that cannot be looked up. */
function followedPool(url: string) {
  vi.useFakeTimers()
  const names: { found: string[] | undefined } = { found: undefined }
  const removed: (string | undefined)[] = []
  const pool = createPool([url], () => 0)
  const resolve = vi.fn(async () => names.found ?? Promise.reject(new Error('ENOTFOUND')))
  const stop = followAddresses([pool], ({ address }) => void removed.push(address), resolve)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  const find = async (found: string[] | undefined) => {
    names.found = found
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return { pool, removed, resolve, find }
}

test('each address of a name is a process, as containers come and go', async () => {
  const { pool, removed, find } = followedPool('http://booking:8080')
  expect(addressesOf(pool)).toEqual([undefined])
  await find(['10.0.0.3', '10.0.0.2'])
  expect(addressesOf(pool)).toEqual(['10.0.0.2', '10.0.0.3'])
  await find(['10.0.0.3', '10.0.0.4'])
  expect(addressesOf(pool)).toEqual(['10.0.0.3', '10.0.0.4'])
  expect(removed).toEqual([undefined, '10.0.0.2'])
})

test('a process that stays keeps its state', async () => {
  const { pool, find } = followedPool('http://booking:8080')
  await find(['10.0.0.2'])
  const [first] = pool.upstreams
  await find(['10.0.0.2', '10.0.0.3'])
  expect(pool.upstreams[0]).toBe(first)
})

test('the known addresses stay while the name cannot be looked up', async () => {
  const { pool, find } = followedPool('http://booking:8080')
  await find(['10.0.0.2'])
  await find(undefined)
  await find([])
  expect(addressesOf(pool)).toEqual(['10.0.0.2'])
})

test.each(['http://[::1]:8081', 'http://localhost:8081', 'http://10.0.0.2'])('%s is not looked up', async url => {
  const { pool, resolve, find } = followedPool(url)
  await find(['10.0.0.9'])
  expect(addressesOf(pool)).toEqual([undefined])
  expect(resolve).not.toHaveBeenCalled()
})

test('a request goes to the known address, and names the host of the URL', async () => {
  const { port, stop } = await startHttpServer((request, response) => void response.end(request.headers.host))
  onTestFinished(stop)
  const pool = createPool([`http://no-such-host.invalid:${port}`])
  for (const url of pool.urls) pool.setAddresses(url, ['127.0.0.1'])
  const client = createUpstreamClient([pool], { connections: 1, silenceMs: 0, waitMs: 0 })
  onTestFinished(() => client.close())
  const body = await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const request = { method: 'GET', path: '/', headers: [], body: undefined, traceparent: '' }
    client
      .call(pool, request, {
        onResponse: () => {},
        onData: chunk => chunks.push(chunk) > 0,
        onEnd: () => resolve(Buffer.concat(chunks).toString()),
        onFailure: failure => reject(new Error(failure.code)),
      })
      .start()
  })
  expect(body).toBe(`no-such-host.invalid:${port}`)
})
