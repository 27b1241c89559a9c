/**
 * One spelling per path. A service may decode a path more or less often than the gateway does, so a path that could be
 * read in two ways is not passed on at all: it is answered like any unknown path. Identifiers never need such a spelling
 * (decisions.md, 2).
 */

/** Path segments of RFC 3986 without `;` parameters, none empty, none of dots only. */
const canonicalPath = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+)+$/

/** Encoded forms that nobody needs and that hide something: controls, `/`, `\`, `%` itself, and what is written plainly. */
const hidingEscape = /%(?:[01][0-9a-f]|7f|2f|5c|25|2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])/i

/** Visible characters and raw UTF-8 bytes, without the fragment mark. */
const plainQuery = /^[!-"$-~\x80-\xff]*$/

const isText = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/** Whether a path, without its query, can be read in one way only. */
export function isCanonicalPath(path: string): boolean {
  if (!canonicalPath.test(path)) return false
  return !path.includes('%') || (!hidingEscape.test(path) && isText(path))
}

/**
 * The path of a request target in its only accepted form (`/api/...?query`), or nothing for any other target:
 * absolute form, `*`, a fragment, a path that is not canonical.
 */
export function pathOf(target: string): string | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (mark !== -1 && !plainQuery.test(target.slice(mark))) return undefined
  return isCanonicalPath(path) ? path : undefined
}
