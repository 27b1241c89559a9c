import { createHash } from 'node:crypto'
import { ApiError } from '@campstore/contract/errors'
import type { Context, Middleware } from 'koa'
import type { Dependencies } from './dependencies.ts'
import { findPicture, type Picture } from './persistence/images.ts'

/** Where pictures are; the name is what follows. */
const prefix = '/api/products/images/'

/** How long a browser may use a picture without asking, in seconds. */
const freshSeconds = 3_600

/** A picture may be an SVG, which is a document of its own when it is opened: it may style itself, and nothing else. */
const harmless = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Answers `GET /api/products/images/{name}` with the picture of that name. Throws NOT_FOUND, METHOD_NOT_ALLOWED. */
export const serveImages =
  ({ database }: Pick<Dependencies, 'database'>): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(prefix)) return next()
    const name = ctx.path.slice(prefix.length)
    // Names are of plain characters, so that none needs decoding.
    if (!/^[\w.-]{1,110}$/.test(name)) throw pictureUnknown()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('METHOD_NOT_ALLOWED', 'Pictures can only be read', { headers: { allow: 'GET, HEAD' } })
    }
    const picture = await findPicture(database.pool, name)
    if (!picture) throw pictureUnknown()
    answerPicture(ctx, picture)
  }

function answerPicture(ctx: Context, { mediaType, content }: Picture): void {
  ctx.status = 200
  ctx.set({
    'cache-control': `public, max-age=${freshSeconds}`,
    'content-security-policy': harmless,
    'x-content-type-options': 'nosniff',
  })
  ctx.etag = createHash('sha256').update(content).digest('base64url')
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  ctx.body = content
  ctx.type = mediaType
}

const pictureUnknown = () => new ApiError('NOT_FOUND', 'There is no such picture')
