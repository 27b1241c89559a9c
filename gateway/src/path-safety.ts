import { isUtf8 } from '@campstore/http/target'

/**
 * One spelling per path. A service may decode a path more or less often than the gateway does, so a path that could be
 * read in two ways is not forwarded at all: it is answered like any unknown path. Identifiers never need such a spelling
 * (docs/contract/conventions.md#identifiers).
 */

/** Path segments of RFC 3986 without `;` parameters, none empty, none of dots only. */
const canonicalShape = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+)+$/

/** Escapes that could hide something: controls, `/`, `\`, `%` itself, and characters that need no escape. */
const ambiguousEscape = /%(?:[01][0-9a-f]|7f|2f|5c|25|2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])/i

/** Visible characters and raw UTF-8 bytes, without `#`, which begins a fragment. */
const queryShape = /^[!-"$-~\x80-\xff]*$/

const isCanonical = (path: string): boolean =>
  canonicalShape.test(path) && (!path.includes('%') || (!ambiguousEscape.test(path) && isUtf8(path)))

/**
 * The path of a request target in its only accepted form (`/` or `/api/...?query`), without the query. Undefined for any other
 * target: absolute form, `*`, a fragment, a path that can be read in more than one way.
 */
export function canonicalPath(target: string): string | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (mark !== -1 && !queryShape.test(target.slice(mark))) return undefined
  return path === '/' || isCanonical(path) ? path : undefined
}
