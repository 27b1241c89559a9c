import { createHash } from 'node:crypto'
import type { ImageType, UploadedImage } from '@campstore/contract/admin/images'
import { type ApiError, validationError } from '@campstore/contract/errors'
import type { BinaryBody } from '@campstore/contract/route'
import type { Dependencies } from '../dependencies.ts'
import { readImageHeader } from '../domain/image-format.ts'
import { imagePath } from '../images.ts'
import { insertImage } from '../persistence/images.ts'

/** Greatest width and height of an image, in pixels. */
const maxPixels = 10_000

const endings: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * Stores an image under the digest of its content, so that the same image is stored once (docs/contract/admin.md#products).
 *
 * @throws {ApiError} VALIDATION_ERROR for content that is not of the declared type, or of no plausible size
 */
export async function uploadImage(
  { database }: Pick<Dependencies, 'database'>,
  { mediaType, content }: BinaryBody<ImageType>,
): Promise<UploadedImage> {
  const header = readImageHeader(content)
  if (header?.mediaType !== mediaType) throw badImage(`is not an image of the type ${mediaType}`)
  const { width, height } = header
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxPixels)
    throw badImage(`must have a width and height of 1 to ${maxPixels} pixels`)
  const name = `${createHash('sha256').update(content).digest('hex')}.${endings[mediaType]}`
  await insertImage(database.requests, { name, mediaType, content })
  return { path: imagePath(name) }
}

const badImage = (message: string): ApiError => validationError([{ path: '', message }])
