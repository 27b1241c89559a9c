import { ApiError } from '@campstore/contract/errors'
import type { Context } from 'koa'
import { createBodyReader, discardBody, hasBody } from './request-body.ts'

const jsonTypes = ['application/json', 'application/*+json']

/** Throws for bytes that are not UTF-8: replacement characters would make two different texts the same one. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const readBytes = createBodyReader()

/**
 * Reads a request's JSON object.
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for what is no JSON object in UTF-8
 */
export async function readBody(ctx: Context): Promise<object> {
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx.req) ? notJson() : notAnObject()
  const body = parseJson(await readOrDiscard(ctx))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()
  return body
}

/**
 * Reads a request's body as it came, for a service that forwards it.
 *
 * @throws {ApiError} PAYLOAD_TOO_LARGE; VALIDATION_ERROR for one that does not arrive whole
 */
export async function readRawBody(ctx: Context): Promise<Buffer | undefined> {
  return hasBody(ctx.req) ? readOrDiscard(ctx) : undefined
}

async function readOrDiscard(ctx: Context): Promise<Buffer> {
  try {
    return await readBytes(ctx.req)
  } catch (error) {
    discardBody(ctx.req)
    throw error
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw notAnObject(cause)
  }
}

const notJson = () => new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON (Content-Type: application/json).')

const notAnObject = (cause?: unknown) =>
  new ApiError('VALIDATION_ERROR', 'The body must be a JSON object.', {
    cause,
    details: [{ path: '', message: 'must be a JSON object' }],
  })
