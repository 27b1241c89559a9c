import { ApiError, validationError } from '@campstore/contract/errors'
import { imageWidths } from '@campstore/contract/image-address'
import { oneOf, text } from '@campstore/contract/texts/text'
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

/** The name of an uploaded image is made of its content; an import may replace any other. */
const cacheControlOf = (name: string) =>
  /^[0-9a-f]{64}\./.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

/** An SVG that is opened directly is a document: it may only style itself. */
const svgCsp = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Answers `GET /api/products/images/{name}` with the image of that name, no wider than `width` where it was uploaded. Throws
 * VALIDATION_ERROR, NOT_FOUND, METHOD_NOT_ALLOWED.
 */
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
    const image = await findImage(database, name, widthOf(ctx.query.width))
    if (!image) throw imageNotFound()
    ctx.status = 200
    ctx.set({ 'content-security-policy': svgCsp, 'x-content-type-options': 'nosniff' })
    sendPublic(ctx, { body: image.content, contentType: image.mediaType, cacheControl: cacheControlOf(name) })
  }

function widthOf(wanted: string | string[] | undefined): number | undefined {
  if (wanted === undefined) return undefined
  const width = imageWidths.find(each => String(each) === wanted)
  if (width !== undefined) return width
  throw validationError([{ path: 'width', reason: text('must.be', { values: oneOf(imageWidths.map(String)) }) }])
}

const imageNotFound = () => new ApiError('NOT_FOUND', text('image.notFound'))
