import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** The common fields of every body, as far as tests read them. */
export const envelope = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string() }).optional() })

/** A request as a service received it. */
type RecordedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** Responds with a name in the envelope, so that a test knows which service responded. */
export const respondWith =
  (name: string): RequestListener =>
  (_request, response) => {
    const body = JSON.stringify({ success: true, data: name })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }

/**
 * Starts a service that records each whole request before it responds, and stops it when the test ends. It parses HTTP
 * as leniently as Node can, so that requests which a strict service would refuse are recorded too.
 *
 * @param port 0 for a free one
 */
export async function startFakeService(respond: RequestListener = respondWith('upstream'), port = 0) {
  const requests: RecordedRequest[] = []
  const server = createServer({ insecureHTTPParser: true }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks).toString()
      if (url.startsWith('/health/')) return respondWith('ready')(request, response)
      requests.push({ method, url, headers, body })
      respond(request, response)
    })
  })
  const listening = await listenOnLoopback(server, port)
  onTestFinished(listening.stop)
  return { ...listening, requests, server }
}
