import { ApiError, validationError } from '@campstore/contract/errors'
import type { Context } from 'koa'
import { describeJsonError } from './json-error.ts'
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
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx.req) ? notJson() : invalidBody('is missing')
  const body = parseJson(decode(await readOrDiscard(ctx)))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidBody('must be a JSON object')
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

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw invalidBody('is not UTF-8', cause)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidBody(text.trim() === '' ? 'is missing' : describeJsonError(text), cause)
  }
}

const notJson = () => new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON (Content-Type: application/json).')

const invalidBody = (message: string, cause?: unknown) => validationError([{ path: '', message }], { cause })
