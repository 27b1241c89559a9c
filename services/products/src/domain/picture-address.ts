import { ApiError } from '@campstore/contract/errors'

/**
 * Refuses an address that is no picture on the web, such as `javascript:` or `data:`; a path of the store's own is one.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function requirePictureAddress(image: string | null | undefined): void {
  if (!image) return
  const protocol = URL.parse(image, 'https://store.example')?.protocol
  if (protocol === 'https:' || protocol === 'http:') return
  const details = [{ path: 'image', message: 'must be a path or an address that begins with https://' }]
  throw new ApiError('VALIDATION_ERROR', 'The request is not valid', { details })
}
