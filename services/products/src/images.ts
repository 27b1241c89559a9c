import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import { sendPublic } from '@campstore/http/public-response'
import type { Middleware } from 'koa'
import { findImage } from './persistence/images.ts'

/** Path of an image, followed by its name. */
const prefix = '/api/products/images/'

/** The path at which the image of a name is served. */
export const imagePath = (name: string): string => prefix + name

/** The name of the image that this service serves at a path; undefined for any other path or address. */
export const imageNameOf = (path: string): string | undefined =>
  path.startsWith(prefix) ? path.slice(prefix.length) : undefined

/** How long a browser may use an image without asking again, in seconds. */
const maxAgeSeconds = 3_600

/** An SVG is a document of its own when it is opened directly: it may style itself, and nothing else. */
const svgCsp = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Answers `GET /api/products/images/{name}` with the image of that name. Throws NOT_FOUND, METHOD_NOT_ALLOWED. */
export const serveImages =
  (database: Queryable): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(prefix)) return next()
    const name = ctx.path.slice(prefix.length)
    // Names have plain characters only, so none needs decoding.
    if (!/^[\w.-]{1,110}$/.test(name)) throw imageNotFound()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('METHOD_NOT_ALLOWED', text('image.readOnly'), { headers: { allow: 'GET, HEAD' } })
    }
    const image = await findImage(database, name)
    if (!image) throw imageNotFound()
    ctx.status = 200
    ctx.set({ 'content-security-policy': svgCsp, 'x-content-type-options': 'nosniff' })
    const cacheControl = `public, max-age=${maxAgeSeconds}`
    sendPublic(ctx, { body: image.content, contentType: image.mediaType, cacheControl })
  }

const imageNotFound = () => new ApiError('NOT_FOUND', text('image.notFound'))
