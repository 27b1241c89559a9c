import { createHash } from 'node:crypto'
import type { ImageType, UploadedImage } from '@campstore/contract/admin/images'
import { type ApiError, validationError } from '@campstore/contract/errors'
import type { BinaryBody } from '@campstore/contract/route'
import { type Text, text } from '@campstore/contract/texts/text'
import { write } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { readImageHeader } from '../domain/image-format.ts'
import { withoutMetadata } from '../domain/image-metadata.ts'
import { imagePath } from '../images.ts'
import { insertImage } from '../persistence/images.ts'

/** Greatest width and height of an image, in pixels. */
const maxPixels = 10_000

const endings: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * Stores what shows an image under its digest, so that the same image is stored once. What is said about it goes, because a
 * phone writes where it was (docs/contract/admin.md#products).
 *
 * @throws {ApiError} VALIDATION_ERROR for content that is not of the declared type, damaged, or of no plausible size
 */
export async function uploadImage(
  { database }: Pick<Dependencies, 'database'>,
  { mediaType, content }: BinaryBody<ImageType>,
): Promise<UploadedImage> {
  const header = readImageHeader(content)
  if (header?.mediaType !== mediaType) throw badImage(text('image.notOfType', { type: mediaType }))
  const { width, height } = header
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxPixels)
    throw badImage(text('image.size', { pixels: maxPixels }))
  const shown = withoutMetadata(mediaType, content)
  if (!shown) throw badImage(text('image.damaged'))
  const name = `${createHash('sha256').update(shown).digest('hex')}.${endings[mediaType]}`
  await write(database.requests, tx => insertImage(tx, { name, mediaType, content: shown }))
  return { path: imagePath(name) }
}

const badImage = (reason: Text): ApiError => validationError([{ path: '', reason }])
