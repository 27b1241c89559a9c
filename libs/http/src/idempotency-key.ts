import { validationError } from '@campstore/contract/errors'
import { type Route, takesKey } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import type { Context } from 'koa'

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
    if (idempotencyKey !== key) throw invalidKey('must.equalKeyHeader')
    return { ...others, idempotencyKey }
  }
}

/** A text in quotes, as structured fields have it (RFC 9651, 3.3.3). */
const quotedText = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/
const printable = /^[\x20-\x7e]*$/

/** A key, with or without quotes around it. Other characters than ASCII arrive in more than one encoding. */
function keyOf(header: string): string {
  if (quotedText.test(header)) return header.slice(1, -1).replace(/\\(.)/g, '$1')
  if (!printable.test(header)) throw invalidKey('must.beAsciiInKeyHeader')
  return header
}

const invalidKey = (key: 'must.equalKeyHeader' | 'must.beAsciiInKeyHeader') =>
  validationError([{ path: 'idempotencyKey', reason: text(key) }])
