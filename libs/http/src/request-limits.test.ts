import { route } from '@campstore/contract/route'
import { eventually } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ListenOptions } from './listen.ts'
import { endpoint, serve } from './testing/serve.ts'

const declared = { name: 'makeThing', summary: 'Makes a thing', method: 'POST', path: '/things', errors: [] } as const
const [body, data] = [z.object({ id: z.string() }), z.strictObject({ id: z.string() })]
const things = route({ ...declared, access: 'public', body, shape: 'object', data })

/** A server whose handler is `handle`. */
async function start(handle = async (id: string) => ({ id }), options: Partial<ListenOptions> = {}) {
  const url = await serve({ endpoints: [endpoint(things, ({ body }) => handle(body.id))] }, options)
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/things`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  return { url, post }
}

test('a body where no token is needed may have 16 kB', async () => {
  const { post } = await start()
  const sized = (bytes: number) => '{"id": "a"}'.padEnd(bytes)
  expect((await post(sized(16_000))).status).toBe(200)
  const refused = await post(sized(16_001))
  expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'PAYLOAD_TOO_LARGE' } }])
})

test('requests beyond the limit of those in progress are refused with Retry-After, except for those about health', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ids: string[] = []
  const handle = async (id: string) => {
    ids.push(id)
    await released
    return { id }
  }
  const { post, url } = await start(handle, { maxConcurrentRequests: 2 })
  const taken = [post('{"id": "a"}'), post('{"id": "b"}')]
  await eventually(() => expect(ids).toHaveLength(2))
  const refused = await post('{"id": "c"}', { 'x-request-id': 'r-2' })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }])
  expect([refused.headers.get('retry-after'), refused.headers.get('x-request-id')]).toEqual(['2', 'r-2'])
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  release()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200])
  expect((await post('{"id": "d"}')).status).toBe(200)
})
