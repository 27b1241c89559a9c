import { gzipSync } from 'node:zlib'
import { cacheLookups } from '@campstore/core/telemetry/shared-metrics'
import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import { isCurrent, weakEtag } from './etag.ts'
import { acceptsGzip, compressedFrom } from './gzip.ts'

type PublicResponse = { body: string | Buffer; contentType: string; cacheControl: string }

/**
 * The fastest level saves 87% of a page of products in 55 µs, level 6 saves 89% in 120 µs; handing it to another thread costs
 * more processor time than either (docs/decisions.md, 112).
 */
const level = 1

/** Whether bodies of a content type become smaller by compression. */
const isCompressible = (contentType: string): boolean => /json|svg/.test(contentType)

/** Compressed bodies by ETag: each is compressed once, even if it is sent often. In bytes. */
const compressedBodies = new LRUCache<string, Buffer>({ maxSize: 8_000_000, sizeCalculation: body => body.length })

/** The ETags of bodies that are sent repeatedly. */
const etags = new WeakMap<Buffer, string>()

/**
 * Sends a public response with its ETag: 304 to a client that has it already, and compressed to one that accepts gzip. HEAD gets
 * the headers that GET would get.
 *
 * Only responses that are the same for everyone are compressed: the length of a body with a secret and text that an attacker chose could reveal the secret (BREACH).
 */
export function sendPublic(ctx: Context, { body, contentType, cacheControl }: PublicResponse): void {
  const etag = etagOf(body)
  const mayCompress = isCompressible(contentType)
  ctx.set({ 'cache-control': cacheControl, etag })
  if (mayCompress) ctx.set('vary', 'accept-encoding')
  if (isCurrent(ctx.get('if-none-match') || undefined, etag)) {
    ctx.status = 304
    return
  }
  ctx.set('content-type', contentType)
  if (mayCompress && Buffer.byteLength(body) >= compressedFrom && acceptsGzip(ctx.req)) {
    ctx.set('content-encoding', 'gzip')
    ctx.body = compressed(body, etag)
  } else ctx.body = body
}

function compressed(body: string | Buffer, etag: string): Buffer {
  const known = compressedBodies.get(etag)
  cacheLookups.add({ cache: 'compressed', result: known === undefined ? 'miss' : 'hit' })
  if (known !== undefined) return known
  const smaller = gzipSync(body, { level })
  compressedBodies.set(etag, smaller)
  return smaller
}

function etagOf(body: string | Buffer): string {
  if (typeof body === 'string') return weakEtag(body)
  const known = etags.get(body)
  if (known !== undefined) return known
  const etag = weakEtag(body)
  etags.set(body, etag)
  return etag
}
