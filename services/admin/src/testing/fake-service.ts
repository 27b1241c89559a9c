import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { freePort } from '@campstore/local-servers/ports'
import { startHttpServer } from '@campstore/testing/http-server'
import { internalKeys } from '@campstore/testing/service-fixture'

/** A request that a fake service received. */
export type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** The administrator of its token; undefined where the token is not valid for this service. */
  caller: { adminId: string; permissions: readonly string[] } | undefined
}

/** Makes a response: a status with a body, or anything a test does with Node's response. */
export type Responder = (
  request: ReceivedRequest,
) => { status: number; headers?: Record<string, string>; body?: unknown } | ((response: ServerResponse) => void)

/** What a service answers that has done something. */
export const success = (data: unknown, meta?: object) => ({ status: 200, body: { success: true, data, meta } })

/** A service made of node:http, which records requests and responds as a test wants. */
export type FakeService = {
  url: string
  port: number
  requests: ReceivedRequest[]
  /** Until a test replaces it, {@link respondWithName}. */
  respond: Responder
  stop(): Promise<void>
}

/** Starts one, by default on a port that no outgoing connection gets, so that another one can follow there. */
export async function startFakeService(name: string, now: () => Date, port?: number): Promise<FakeService> {
  const service = { requests: [] as ReceivedRequest[], respond: respondWithName(name) }
  const listener = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    // With this a new connection of the client begins.
    if (url === '/health/live') return void response.writeHead(200).end()
    const body = (await buffer(incoming)).toString()
    const token = headers.authorization?.replace('Bearer ', '')
    const expected = { keys: internalKeys.publicKeys, audience: name, permissions: [] }
    const caller = await verifyInternalToken(token, expected, now).catch(() => undefined)
    const request = { method, url, headers, body, caller }
    service.requests.push(request)
    const answer = service.respond(request)
    if (typeof answer === 'function') return answer(response)
    const type = { 'content-type': 'application/json; charset=utf-8', 'x-inside': 'secret' }
    response.writeHead(answer.status, { ...type, ...answer.headers })
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
  }
  return Object.assign(service, await startHttpServer(listener, port ?? (await freePort())))
}

/** Responds with the name of the service. */
export const respondWithName =
  (name: string): Responder =>
  () => ({ status: 200, body: { success: true, data: { service: name } } })
