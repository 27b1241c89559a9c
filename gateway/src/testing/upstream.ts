import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** What every body has in common, as far as a test looks into it. */
export const envelope = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string() }).optional() })

/** A request as a service saw it. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A service behind the gateway, made of nothing but node:http. */
export type TestUpstream = { url: string; port: number; seen: Seen[]; server: Server; stop(): Promise<void> }

/** Answers in the envelope with the given name, so that a test can tell who answered. */
export const answerAs =
  (name: string): RequestListener =>
  (_request, response) => {
    const body = JSON.stringify({ success: true, data: name })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }

/** The port on which a server listens. */
export function portOf(server: NetServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}

/** Stops a server and all its connections; a server that is already stopped stays so. */
export const stopServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * Starts a service that records every request whole before it answers, and stops it when the test ends. It reads HTTP
 * as leniently as Node can, so that what a strict service would have refused is recorded too.
 *
 * @param port 0 for a free one
 */
export async function startUpstream(answer: RequestListener = answerAs('upstream'), port = 0): Promise<TestUpstream> {
  const seen: Seen[] = []
  const server = createServer({ insecureHTTPParser: true }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks).toString()
      if (url.startsWith('/health/')) return answerAs('ready')(request, response)
      seen.push({ method, url, headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const stop = () => stopServer(server)
  onTestFinished(stop)
  const bound = portOf(server)
  return { url: `http://127.0.0.1:${bound}`, port: bound, seen, server, stop }
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const { port, stop } = await startUpstream()
  await stop()
  return port
}
