import { request as open } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { requireDocumented } from '@campstore/testing/documented'

/** One request, byte for byte as it is sent. An object is sent as its JSON. */
export type Request = {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | object
}

/** An answer as it came; its text is decompressed. */
export type ApiResponse = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Sends a request over a connection of its own. Rejects an answer that is not as the document says. */
export async function send(url: string, request: Request, authorization?: string | string[]): Promise<ApiResponse> {
  const answer = await exchange(url, request, authorization)
  requireDocumented(exchangeOf(request, answer))
  return answer
}

/** A request with its answer, to compare them with the document. */
export const exchangeOf = ({ method = 'GET', path }: Request, { status, headers, text }: ApiResponse) => ({
  method,
  path,
  status,
  headers: new Headers(headers as Record<string, string>),
  text,
})

/**
 * Sends a request over a connection of its own, and returns whatever is answered.
 *
 * @param timeoutMs how long the answer may take; by default as long as it wants
 * @throws when there is no answer, or the request cannot be sent
 */
export function exchange(
  url: string,
  request: Request,
  authorization?: string | string[],
  timeoutMs?: number,
): Promise<ApiResponse> {
  const { method = 'GET', path, headers = {}, body } = request
  const bytes = body === undefined || body instanceof Buffer || typeof body === 'string' ? body : JSON.stringify(body)
  const lengths = bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const all = { host: new URL(url).host, connection: 'close', ...lengths, ...type, authorization, ...headers }
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const outgoing = open({ hostname, port, method, path, headers: flat(all), agent: false, signal }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        const bytes = Buffer.concat(chunks)
        const isCompressed = headers['content-encoding'] === 'gzip' && bytes.length > 0
        resolve({ status, headers, text: (isCompressed ? gunzipSync(bytes) : bytes).toString() })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** Names and values in turn, so that a header may be sent twice, or left out. */
const flat = (headers: Record<string, string | string[] | undefined>): string[] =>
  Object.entries(headers).flatMap(([name, values]) => [values ?? []].flat().flatMap(value => [name, value]))
