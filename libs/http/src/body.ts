import type { IncomingMessage } from 'node:http'
import { ApiError } from '@campstore/contract/errors'
import type { Context } from 'koa'
import getRawBody from 'raw-body'

/** Largest body of a request, in bytes: 100 kB (decisions.md, 1). */
export const maxBodyBytes = 100_000

const jsonTypes = ['application/json', 'application/*+json']

/** Throws for bytes that are not UTF-8: replacement characters would make two different texts the same one. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Refuses a body that is compressed. Request bodies come uncompressed (decisions.md, 13): a small one could inflate to any
 * size.
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE for any `Content-Encoding` but identity
 */
export function requireIdentityEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed (no content-encoding)')
}

/**
 * Reads a request's JSON object.
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for what is no JSON object in UTF-8
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx) ? notJson() : notAnObject()
  const body = parseJson(await readBytes(ctx))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()
  return body
}

/**
 * Reads a request's body as it came, for a service that passes it on.
 *
 * @throws {ApiError} PAYLOAD_TOO_LARGE; VALIDATION_ERROR for one that does not arrive whole
 */
export async function readRawBody(ctx: Context): Promise<Buffer | undefined> {
  return hasBody(ctx) ? readBytes(ctx) : undefined
}

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: maxBodyBytes, length: ctx.req.headers['content-length'] })
  } catch (error) {
    // What is too long is read to its end all the same, so that whoever sends it hears the answer.
    ctx.req.resume()
    throw bodyProblem(error)
  }
}

function bodyProblem(cause: unknown): ApiError {
  if (cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large') return tooLarge(cause)
  return new ApiError('VALIDATION_ERROR', 'The body did not arrive whole', { cause })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw notAnObject(cause)
  }
}

const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const notJson = () => new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON (content-type: application/json)')

const tooLarge = (cause: unknown) =>
  new ApiError('PAYLOAD_TOO_LARGE', `A body has at most ${maxBodyBytes} bytes`, { cause })

const notAnObject = (cause?: unknown) =>
  new ApiError('VALIDATION_ERROR', 'The body must be a JSON object', {
    cause,
    details: [{ path: '', message: 'must be a JSON object' }],
  })
