import { ApiError } from '@campstore/contract/errors'
import { bodyParser } from '@koa/bodyparser'
import type { Context } from 'koa'

/** Largest body of a request, in bytes: 100 kB (decisions.md, 1). */
export const maxBodyBytes = 100_000

const jsonTypes = ['application/json', 'application/*+json']

const parseJson = bodyParser({
  enableTypes: ['json'],
  extendTypes: { json: jsonTypes },
  jsonLimit: maxBodyBytes,
  parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  onError: cause => {
    throw bodyProblem(cause)
  },
})

/**
 * Reads a request's JSON object.
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for what is no JSON object
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx) ? notJson() : notAnObject()
  await parseJson(ctx, async () => {})
  const { body, rawBody } = ctx.request
  // The parser reads an empty body as an empty object.
  if (rawBody === '' || typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()
  return body
}

/**
 * Reads a request's body as it came, for a service that passes it on.
 *
 * @throws {ApiError} PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE for one that is compressed, which no record could show
 */
export async function readRawBody(ctx: Context): Promise<Buffer | undefined> {
  if (!hasBody(ctx)) return undefined
  const { headers } = ctx.request
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw notJson()
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge()
  let length = 0
  const chunks: Buffer[] = []
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length
    // What is too long is read to its end all the same, so that whoever sends it hears the answer.
    if (length <= maxBodyBytes) chunks.push(chunk)
  }
  if (length > maxBodyBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

const hasBody = ({ request: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const notJson = (cause?: unknown) =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON (content-type: application/json)', { cause })

const tooLarge = (cause?: unknown) =>
  new ApiError('PAYLOAD_TOO_LARGE', `A body has at most ${maxBodyBytes} bytes`, { cause })

const notAnObject = (cause?: unknown) =>
  new ApiError('VALIDATION_ERROR', 'The body must be a JSON object', {
    cause,
    details: [{ path: '', message: 'must be a JSON object' }],
  })

function bodyProblem(cause: Error & { status?: number }): ApiError {
  if (cause.status === 413) return tooLarge(cause)
  return cause.status === 415 ? notJson(cause) : notAnObject(cause)
}
