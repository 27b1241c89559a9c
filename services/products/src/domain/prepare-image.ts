import type { ImageType } from '@campstore/contract/admin/images'
import { ApiError } from '@campstore/contract/errors'
import { imageWidths } from '@campstore/contract/image-address'
import { type Text, text } from '@campstore/contract/texts/text'
import sharp from 'sharp'

/** An image as it is stored: without metadata, upright, and with a WebP of each of {@link imageWidths}. */
export type PreparedImage = { content: Buffer; thumbnails: { width: number; content: Buffer }[] }

/** Most megapixels to decode; a pixel takes four bytes, or eight with 16 bits per channel, and then counts twice. */
const maxMegapixels = 40

/** Greatest width and height that are decoded, in pixels: scaling lines of millions takes gigabytes. */
const maxDecodedSide = 16_384

/** Greatest width and height of a stored image, in pixels; larger images are scaled down. */
const maxSide = 2_560

/** A crafted image can take longer than any photograph. */
const maxSeconds = 10

sharp.cache(false)
sharp.concurrency(1)
// No other loader sees the bytes: some of them read files or documents.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })

/** How many images may wait for the one that is prepared: about as many as are done before the gateway stops waiting. */
const maxWaiting = 16

/** Images are prepared one by one, so that the pixels of one are in memory, and other work has the other threads. */
let last: Promise<unknown> = Promise.resolve()
let unfinished = 0

/**
 * Decodes an image and encodes it again, so that only pixels are stored: nothing about place, camera or owner, and nothing that a
 * decoder of a browser could stumble over (docs/contract/admin.md#products). Throws SERVICE_UNAVAILABLE while too many wait.
 * Returns the problem if it is not of the type, damaged, animated or too large.
 */
export async function prepareImage(mediaType: ImageType, content: Uint8Array): Promise<PreparedImage | Text> {
  if (unfinished > maxWaiting) throw new ApiError('SERVICE_UNAVAILABLE', text('failure.busy'))
  unfinished += 1
  const prepared = last.then(() => prepare(mediaType, content)).finally(() => (unfinished -= 1))
  last = prepared.catch(() => {})
  return prepared
}

async function prepare(mediaType: ImageType, content: Uint8Array): Promise<PreparedImage | Text> {
  // The constructor throws where there is nothing.
  const head =
    content.length > 0 ? await sharp(content, { limitInputPixels: false }).metadata().catch(asUndefined) : undefined
  if (head?.mediaType !== mediaType) return text('image.notOfType', { type: mediaType })
  if ((head.pages ?? 1) > 1) return text('image.animated', { frames: head.pages ?? 1 })
  if (Math.max(head.width, head.height) > maxDecodedSide) return text('image.sides', { pixels: maxDecodedSide })
  const megapixels = head.depth === 'ushort' ? maxMegapixels / 2 : maxMegapixels
  if (head.width * head.height > megapixels * 1e6) return text('image.size', { megapixels })
  const shown = await sharp(content, { failOn: 'error', limitInputPixels: maxMegapixels * 1e6 })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toFormat(formats[mediaType], mediaType === 'image/png' ? { palette: head.isPalette } : { quality: 85 })
    .toBuffer()
    .catch(asUndefined)
  if (!shown) return text('image.damaged')
  const thumbnails = []
  for (const width of imageWidths) {
    const smaller = sharp(shown).resize({ width, withoutEnlargement: true }).webp({ quality: 80 })
    thumbnails.push({ width, content: await smaller.toBuffer() })
  }
  return { content: shown, thumbnails }
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/** A decoder's message names its own functions, and does not help a person who has only the image. */
const asUndefined = () => undefined
