import { ApiError, maxDetails, validationError } from '@campstore/contract/errors'
import { type BinaryBody, bodyBounds, bodyLimitOf, type Route } from '@campstore/contract/route'
import { oneOf, type Text, text } from '@campstore/contract/texts/text'
import { exceededBound, type JsonBounds } from '@campstore/core/json-bounds'
import type { Context } from 'koa'
import { createBodyReader, discardBody, hasBody } from './request-body.ts'

const jsonTypes = ['application/json', 'application/*+json']

/** Throws for bytes that are not UTF-8: replacement characters would make two different texts the same one. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const readBytes = createBodyReader()

/**
 * Reads the JSON object that a route declares. A body that is larger, deeper or longer
 * than any request needs is refused before it is parsed (docs/contract/limits.md#request-bodies). Throws
 * UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR for a body that is not a JSON object in UTF-8.
 */
export async function readBody(ctx: Context, route: Route): Promise<object> {
  if (!ctx.is(...jsonTypes)) throw hasBody(ctx.req) ? notJson() : invalidBody(text('is.missing'))
  return parseObject(await readOrDiscard(ctx, bodyLimitOf(route)))
}

/**
 * Reads the body of a route that declares media types. Whether its content is of the type that it says is the handler's to check.
 * Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR where it is missing or empty.
 */
export async function readBinaryBody(
  ctx: Context,
  route: Route & { bodyTypes: readonly string[] },
): Promise<BinaryBody> {
  if (!hasBody(ctx.req)) throw invalidBody(text('is.missing'))
  const mediaType = ctx.is(...route.bodyTypes)
  if (!mediaType) throw unsupported(text('body.notOfType', { types: oneOf(route.bodyTypes) }))
  const content = await readOrDiscard(ctx, bodyLimitOf(route))
  if (content.length === 0) throw invalidBody(text('is.missing'))
  return { mediaType, content }
}

/**
 * Reads the JSON object of an action that may come without one, which means `{}`
 * (docs/contract/conventions.md#request-bodies). Throws as {@link readBody}, except for a body that is not there.
 */
export async function readOptionalBody(ctx: Context, route: Route): Promise<object> {
  if (!hasBody(ctx.req)) return {}
  const bytes = await readOrDiscard(ctx, bodyLimitOf(route))
  if (bytes.length === 0) return {}
  if (!ctx.is(...jsonTypes)) throw notJson()
  return parseObject(bytes)
}

/**
 * Refuses a body that says anything, for a route that declares none: it would be lost
 * (docs/contract/conventions.md#request-bodies). Throws as {@link readOptionalBody}, and VALIDATION_ERROR for an object with
 * fields.
 */
export async function requireNoBody(ctx: Context, route: Route): Promise<void> {
  const fields = Object.keys(await readOptionalBody(ctx, route))
  const details = fields.slice(0, maxDetails).map(path => ({ path, reason: text('is.fieldWithoutBody') }))
  if (fields.length > 0) throw validationError(details, { count: fields.length })
}

/**
 * Reads a request's body as it came, for a service that forwards it. Throws PAYLOAD_TOO_LARGE; VALIDATION_ERROR for one that
 * does not arrive whole.
 */
export const readRawBody = async (ctx: Context, route: Route): Promise<Buffer | undefined> =>
  hasBody(ctx.req) ? readOrDiscard(ctx, bodyLimitOf(route)) : undefined

async function readOrDiscard(ctx: Context, maxBytes: number): Promise<Buffer> {
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidBody(text('body.notObject'))
  return body
}

const excessive: Readonly<Record<keyof JsonBounds, Text>> = {
  depth: text('body.tooDeep', { levels: bodyBounds.depth }),
  values: text('body.tooMuch', { values: bodyBounds.values }),
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw invalidBody(text('body.notUtf8'), cause)
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw invalidBody(json.trim() === '' ? text('is.missing') : describeJsonError(json, cause), cause)
  }
}

/** What JSON.parse says, with line and column; nothing more where it repeats a part of the body, which it quotes. */
function describeJsonError(json: string, error: unknown): Text {
  const message = error instanceof Error ? error.message : ''
  const [, problem, at = json.length] = /^([^"\n]+?)(?: at position (\d+).*)?$/.exec(message) ?? []
  if (problem === undefined) return text('json.wrong')
  const lines = json.slice(0, Number(at)).split('\n')
  return text('json.wrongAt', { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1, problem })
}

const unsupported = (message: Text) => new ApiError('UNSUPPORTED_MEDIA_TYPE', message)

const notJson = () => unsupported(text('body.notJson'))

const invalidBody = (reason: Text, cause?: unknown) => validationError([{ path: '', reason }], { cause })
