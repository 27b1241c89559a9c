import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { internalKeys } from '@campstore/testing/service-fixture'

/** A request as an owner got it, and for whom its token speaks. */
export type Seen = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** Undefined where the token was not good for this owner. */
  caller: { adminId: string; permissions: readonly string[] } | undefined
}

/** How an owner answers: a status with a body, or whatever the test does with the response. */
export type Answering = (request: Seen) => { status: number; body?: unknown } | ((response: ServerResponse) => void)

/** A service that owns something, made of node:http: it notes what it is asked and answers what the test wants. */
export type FakeService = {
  url: string
  port: number
  seen: Seen[]
  /** How it answers from now on; at first, an object with its own name. */
  answering: Answering
  stop(): Promise<void>
}

/**
 * Starts one.
 *
 * @param name the audience of tokens for it
 * @param now the clock by which it judges them
 * @param port 0 for a free one
 */
export async function startFakeService(name: string, now: () => Date, port = 0): Promise<FakeService> {
  const owner = { seen: [] as Seen[], answering: ownName(name) }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = (await buffer(request)).toString()
    const token = headers.authorization?.replace('Bearer ', '')
    const expected = { keys: internalKeys.publicKeys, audience: name, permissions: [] }
    const caller = await verifyInternalToken(token, expected, now).catch(() => undefined)
    const seen = { method, url, headers, body, caller }
    owner.seen.push(seen)
    const answer = owner.answering(seen)
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', 'x-inside': 'secret' })
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the owner has no port')
  return Object.assign(owner, {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** The answer of an owner that says who it is. */
export const ownName =
  (name: string): Answering =>
  () => ({ status: 200, body: { success: true, data: { owner: name } } })
