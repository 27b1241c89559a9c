import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

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
  const server = createServer(async (request, response) => {
    receiver.received.push({ headers: request.headers, body: await text(request) })
    receiver.respond(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received: [],
    respond: response => void response.writeHead(204).end(),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
