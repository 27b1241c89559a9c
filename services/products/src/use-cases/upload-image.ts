import { createHash } from 'node:crypto'
import type { ImageType, UploadedImage } from '@campstore/contract/admin/images'
import { validationError } from '@campstore/contract/errors'
import type { BinaryBody } from '@campstore/contract/route'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { prepareImage } from '../domain/prepare-image.ts'
import { imagePath } from '../images.ts'
import { insertImage } from '../persistence/images.ts'

const endings: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * Stores the pixels of an image under the digest of the content, so that the same image is stored once
 * (docs/contract/admin.md#products). Throws VALIDATION_ERROR for content that cannot be stored; SERVICE_UNAVAILABLE
 * while too many images wait.
 */
export async function uploadImage(
  { database }: Pick<Dependencies, 'database'>,
  { mediaType, content }: BinaryBody<ImageType>,
): Promise<UploadedImage> {
  const prepared = await prepareImage(mediaType, content)
  if ('key' in prepared) throw validationError([{ path: '', reason: prepared }])
  const name = `${createHash('sha256').update(content).digest('hex')}.${endings[mediaType]}`
  await transaction(database.requests, tx => insertImage(tx, { name, mediaType, ...prepared }))
  return { path: imagePath(name) }
}
