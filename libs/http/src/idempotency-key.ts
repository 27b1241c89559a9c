import { createHash } from 'node:crypto'
import type { Administrator } from '@campstore/auth/internal-token'
import type { SignedInMember } from '@campstore/auth/members'
import { ApiError, validationError } from '@campstore/contract/errors'
import { type BinaryBody, type Route, type RouteInput, takesKey, takesKeyHeader } from '@campstore/contract/route'
import { type Text, text } from '@campstore/contract/texts/text'
import { fingerprint, type Json } from '@campstore/core/fingerprint'
import { createTurns } from '@campstore/core/in-turn'
import type { AnswerOnce, KeyedRequest } from '@campstore/core/keyed-request'
import type { Context } from 'koa'
import type { Endpoint, RequestContext } from './endpoint.ts'
import { jsonContentType } from './refusals.ts'
import type { HttpContext } from './request-log.ts'

/**
 * Creates a function that adds the header `Idempotency-Key` to the body of a route whose body has an `idempotencyKey`
 * (docs/contract/conventions.md#idempotency). The function throws VALIDATION_ERROR where both are given and differ.
 */
export function createKeyReader(route: Route): (ctx: Context, body: unknown) => unknown {
  if (!takesKey(route)) return (_, body) => body
  return (ctx, body) => {
    const header = ctx.request.headers['idempotency-key']
    if (header === undefined) return body
    const key = keyOf(String(header))
    const { idempotencyKey = key, ...others }: { idempotencyKey?: unknown } = Object(body)
    if (idempotencyKey !== key) throw invalidKey(text('must.equalKeyHeader'))
    return { ...others, idempotencyKey }
  }
}

/** A text in quotes, as structured fields have it (RFC 9651, 3.3.3). */
const quotedText = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/
const printable = /^[\x20-\x7e]*$/

/** A key, with or without quotes around it. Other characters than ASCII arrive in more than one encoding. */
function keyOf(header: string): string {
  if (quotedText.test(header)) return header.slice(1, -1).replace(/\\(.)/g, '$1')
  if (!printable.test(header)) throw invalidKey(text('must.beAsciiInKeyHeader'))
  return header
}

const invalidKey = (reason: Text) => validationError([{ path: 'idempotencyKey', reason }])

/** The header of a response that was given before (docs/contract/conventions.md#idempotency). */
export const replayedHeader = { 'idempotent-replayed': 'true' } as const

/** Longest key, in the header as in a body. */
const longestKey = 128

/**
 * Creates a function that responds to a request by `respond`, or, if the same request has used its key before, by the first response.
 * The function throws VALIDATION_ERROR for an invalid key, and CONFLICT for a key that another request has used, or one too many.
 *
 * @param options.answerOnce absent where nothing is stored: then keys are ignored
 */
export function createKeyedResponder(
  { route, isInSteps = false }: Endpoint,
  { answerOnce, recordReplay }: { answerOnce?: AnswerOnce; recordReplay?: RecordReplay | undefined },
) {
  if (takesKey(route)) return respondInTurn(route)
  if (!answerOnce || !takesKeyHeader(route))
    return (_ctx: HttpContext, _request: Sent, respond: () => Promise<void>) => respond()
  return async (ctx: HttpContext, { principal, input }: Sent, respond: () => Promise<void>) => {
    const key = keyIn(ctx)
    if (key === undefined) return respond()
    if (isInSteps) ctx.state.idempotencyKey = key
    const request = { ...actorOf(route, principal), key, fingerprint: fingerprintOf(route, input), isInSteps }
    const answered = await answerOnce(request, async () => {
      await respond()
      return { status: ctx.status, body: String(ctx.body ?? ''), isPartial: ctx.state.isPartial ?? false }
    })
    if (answered === 'conflict') throw new ApiError('CONFLICT', text('key.reused'))
    if (answered === 'too many') throw new ApiError('CONFLICT', text('key.tooMany'))
    const { response, isReplayed } = answered
    if (!isReplayed) return
    if (route.access === 'admin') await recordReplay?.(route, input, principal as Administrator, ctx.state)
    ctx.status = response.status
    ctx.set({ 'content-type': jsonContentType, ...replayedHeader })
    ctx.body = response.body
  }
}

/**
 * A repeated request with a key in its body waits for its first attempt in this process: nothing is refused while that one may yet act,
 * also before its use case has taken the key.
 */
function respondInTurn(route: Route) {
  const inTurn = createTurns()
  return (_ctx: HttpContext, { principal, input }: Sent, respond: () => Promise<void>) => {
    const { idempotencyKey }: { idempotencyKey?: unknown } = Object(input.body)
    if (idempotencyKey === undefined || route.access === 'public') return respond()
    return inTurn(JSON.stringify([actorOf(route, principal).actorId, idempotencyKey]), respond)
  }
}

/** Records that an administrator gets the first response to a request again. */
export type RecordReplay = (
  route: Route,
  input: RouteInput<Route>,
  administrator: Administrator,
  context: RequestContext,
) => Promise<void>

type Sent = { principal: unknown; input: RouteInput<Route> }

function keyIn(ctx: Context): string | undefined {
  const header = ctx.request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = keyOf(String(header))
  if (key === '') throw invalidKey(text('must.haveLengthFrom', { limit: 1 }))
  if (key.length > longestKey) throw invalidKey(text('must.haveLengthTo', { limit: longestKey }))
  return key
}

function actorOf(route: Route, principal: unknown): Pick<KeyedRequest, 'actorType' | 'actorId'> {
  // The route's authenticator has made it.
  if (route.access === 'member') return { actorType: 'member', actorId: (principal as SignedInMember).customerId }
  return { actorType: 'admin', actorId: (principal as Administrator).adminId }
}

/** An upload is compared by its digest. */
function fingerprintOf({ name, bodyTypes }: Route, { params, query, body }: RouteInput<Route>): string {
  const compared = bodyTypes ? digestOf(body) : body
  // What a validated request has is JSON.
  return fingerprint({ name, params, query, body: compared } as Json)
}

function digestOf(body: unknown): Json {
  // The route's reader has made it.
  const { mediaType, content } = body as BinaryBody
  return { mediaType, digest: createHash('sha256').update(content).digest('hex') }
}
