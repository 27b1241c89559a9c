import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '@campstore/testing/http-server'

/** A request that a receiver got. */
type Received = { headers: IncomingHttpHeaders; body: string }

/** A server that webhooks are sent to. */
export type Receiver = {
  url: string
  received: Received[]
  /** Answers a request; with 204 until a test replaces it. */
  respond(response: ServerResponse): void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const { url, stop } = await startHttpServer(async (request, response) => {
    receiver.received.push({ headers: request.headers, body: await text(request) })
    receiver.respond(response)
  })
  const respond = (response: ServerResponse) => void response.writeHead(204).end()
  const receiver: Receiver = { url: `${url}/hook`, received: [], respond, stop }
  return receiver
}
