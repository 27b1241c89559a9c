import { parse } from 'node:querystring'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { unknownPath } from './refusals.ts'

/** A byte above ASCII that a client sent as it is; Node's HTTP parser hands each of them over as one character. */
const rawBytes = /[\x80-\xff]/

/**
 * Refuses a path that is not ASCII with escapes of UTF-8: it names nothing, and must not be read as something else. Throws
 * NOT_FOUND (docs/contract/conventions.md#texts).
 */
export function requireReadablePath(path: string): void {
  if (rawBytes.test(path) || (path.includes('%') && !isUtf8(path))) throw unknownPath()
}

/** The parameters of a query; one that is repeated is a list. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

/** Escaped bytes that stand together. */
const escapes = /(?:%[0-9a-f]{2})+/gi

/**
 * The parameters of a query; one that is repeated is a list. Bytes that are not UTF-8 are refused: as replacement characters
 * they could match other texts. Throws VALIDATION_ERROR (docs/contract/conventions.md#texts).
 *
 * @param query without its question mark, as Node hands it over
 */
export function parseQuery(query: string): Query {
  if (query === '') return {}
  const escaped = query.replaceAll(new RegExp(rawBytes, 'g'), byte => `%${byte.charCodeAt(0).toString(16)}`)
  if (escaped.includes('%') && !(escaped.match(escapes) ?? []).every(isUtf8)) {
    throw new ApiError('VALIDATION_ERROR', text('query.notUtf8'))
  }
  return parseAll(escaped)
}

/** The parameters of a query that is not used; its bytes may be invalid. */
export const parseUnusedQuery = (query: string): Query => (query === '' ? {} : parseAll(query))

/** Without `maxKeys`, parameters after the thousandth would be left out. */
const parseAll = (query: string): Query => parse(query, '&', '=', { maxKeys: 0 })

export function isUtf8(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}
