import { ApiError, maxDetails, validationError } from '@campstore/contract/errors'
import { bodyBounds, bodyLimit, type Route } from '@campstore/contract/route'
import { exceededBound, type JsonBounds } from '@campstore/core/json-bounds'
import type { Context } from 'koa'
import { describeJsonError } from './json-error.ts'
import { createBodyReader, discardBody, hasBody } from './request-body.ts'

const jsonTypes = ['application/json', 'application/*+json']

/** Throws for bytes that are not UTF-8: replacement characters would make two different texts the same one. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const readBytes = createBodyReader()

/**
 * Reads the JSON object that a route declares; `{}` where it may be left out and is. A body that is larger, deeper or longer than any request needs is refused
 * before it is parsed (docs/contract/limits.md#request-bodies).
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for a body that is not a JSON object in UTF-8
 */
export async function readBody(ctx: Context, route: Route): Promise<object> {
  if (route.bodyOptional && !hasBody(ctx.req)) return {}
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx.req) ? notJson() : invalidBody('is missing')
  return parseObject(await readOrDiscard(ctx, bodyLimit(route)))
}

/**
 * Refuses a body that says anything, for a route that declares none: it would be lost
 * (docs/contract/conventions.md#request-bodies).
 *
 * @throws {ApiError} as {@link readBody}, and VALIDATION_ERROR for an object with fields
 */
export async function requireNoBody(ctx: Context, route: Route): Promise<void> {
  if (!hasBody(ctx.req)) return
  const bytes = await readOrDiscard(ctx, bodyLimit(route))
  if (bytes.length === 0) return
  if (!ctx.is(...jsonTypes)) throw notJson()
  const fields = Object.keys(parseObject(bytes))
  const details = fields.slice(0, maxDetails).map(path => ({ path, message: 'is not a field: this takes no body' }))
  if (fields.length > 0) throw validationError(details, { count: fields.length })
}

/**
 * Reads a request's body as it came, for a service that forwards it.
 *
 * @throws {ApiError} PAYLOAD_TOO_LARGE; VALIDATION_ERROR for one that does not arrive whole
 */
export async function readRawBody(ctx: Context): Promise<Buffer | undefined> {
  return hasBody(ctx.req) ? readOrDiscard(ctx) : undefined
}

async function readOrDiscard(ctx: Context, maxBytes?: number): Promise<Buffer> {
  try {
    return await readBytes(ctx.req, maxBytes)
  } catch (error) {
    discardBody(ctx.req)
    throw error
  }
}

function parseObject(bytes: Buffer): object {
  const exceeded = exceededBound(bytes, bodyBounds)
  if (exceeded !== undefined) throw invalidBody(excessive[exceeded])
  const body = parseJson(decode(bytes))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidBody('must be a JSON object')
  return body
}

const excessive: Readonly<Record<keyof JsonBounds, string>> = {
  depth: `is nested too deep: arrays and objects may have ${bodyBounds.depth} levels`,
  values: `holds too much: it may have ${bodyBounds.values} fields and elements`,
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
