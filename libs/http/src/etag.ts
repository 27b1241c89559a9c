import { hash } from 'node:crypto'
import type { Context } from 'koa'

/** The ETag of a content, weak: the same for each of its encodings (RFC 9110, 8.8.1). */
export const weakEtag = (content: string | Buffer): string => `W/"${hash('sha256', content, 'base64url')}"`

/**
 * Whether one of the ETags that a client names is the current one; weak ones count (RFC 9110, 13.1.2). `cache-control: no-cache` in
 * the request changes nothing: `fetch` sends it with every `if-none-match` that a script sets.
 *
 * @param ifNoneMatch a list, or `*` for any
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map(opaqueTag)
  return known !== undefined && (known.includes(opaqueTag(etag)) || known.includes('*'))
}

/**
 * Sets the ETag of a response that no cache stores, and answers 304 to a client that has the content already
 * (docs/contract/conventions.md#caching). Returns whether it is answered.
 */
export function answerUnchanged(ctx: Context, content: string | Buffer): boolean {
  const etag = weakEtag(content)
  ctx.set('etag', etag)
  if (!isCurrent(ctx.get('if-none-match') || undefined, etag)) return false
  ctx.status = 304
  return true
}

/** Whether the client of a request says that it has a content already. */
export function hasCopy(ctx: Context, content: string | Buffer): boolean {
  const known = ctx.get('if-none-match')
  return known !== '' && isCurrent(known, weakEtag(content))
}

const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, '')
