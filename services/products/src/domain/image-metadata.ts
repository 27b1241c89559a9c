import type { ImageType } from '@campstore/contract/admin/images'

/**
 * An image without what is said about it: position, camera, time, words, thumbnails, and anything behind its end. What shows it
 * stays: pixels, colours, animation, and how a camera was held (docs/contract/admin.md#products).
 *
 * @returns undefined where the parts of the image are damaged, or its pixels or its end are missing
 */
export function withoutMetadata(mediaType: ImageType, content: Uint8Array): Buffer | undefined {
  return strippers[mediaType](Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

const strippers: Readonly<Record<ImageType, (bytes: Buffer) => Buffer | undefined>> = {
  'image/png': strippedPng,
  'image/jpeg': strippedJpeg,
  'image/webp': strippedWebp,
}

/** Chunks of a PNG besides the critical ones, whose names begin with an upper-case letter. */
const pngKept = /^(?:[A-Z]|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|cICP|mDCV|cLLI|acTL|fcTL|fdAT)/

/** PNG (ISO/IEC 15948), 5.3: after the signature, chunks of length, name, data and checksum, the last of them IEND. */
function strippedPng(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 8)]
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) return undefined
    if (pngKept.test(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') return hasPixels ? Buffer.concat(kept) : undefined
    at = end
  }
  return undefined
}

/** JPEG (ITU-T T.81, annex B): segments with their lengths, scans of any length after some of them, and EOI. */
function strippedJpeg(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 2)]
  let hasPixels = false
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) return hasPixels ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 4 <= bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : Number.POSITIVE_INFINITY
    if (end > bytes.length) return undefined
    const segment = bytes.subarray(at, end)
    kept.push(isShown(marker, segment) ? segment : orientationOf(segment))
    if (marker === 0xda) hasPixels = true
    at = marker === 0xda ? endOfScan(bytes, end) : end
    kept.push(bytes.subarray(end, at))
  }
  return undefined
}

/** Whether a segment shows the image: none of an application but JFIF, colour profile and Adobe's colours, and no comment. */
function isShown(marker: number, segment: Buffer): boolean {
  if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) return true
  const begins = (text: string) => segment.toString('latin1', 4, 4 + text.length) === text
  return (
    (marker === 0xe0 && begins('JFIF\0')) ||
    (marker === 0xe2 && begins('ICC_PROFILE\0')) ||
    (marker === 0xee && begins('Adobe'))
  )
}

/** The next marker after a scan, in which FF00 is a byte and FFD0 to FFD7 are restarts. */
function endOfScan(bytes: Buffer, begin: number): number {
  let at = bytes.indexOf(0xff, begin)
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0xd9
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

const exif = Buffer.from('Exif\0\0', 'latin1')
/** The segment, the header of its TIFF, and one directory with one entry, whose value is at 28. */
const onlyOrientation = `ffe10022457869660000 4d4d002a00000008 0001 011200030000000100000000 00000000`.replaceAll(
  ' ',
  '',
)

/** An Exif segment that has nothing but the orientation of another one (CIPA DC-008, 4.6.4 A); empty where that has none. */
function orientationOf(segment: Buffer): Buffer {
  const tiff = segment.subarray(10)
  if (!segment.subarray(4, 10).equals(exif) || tiff.length < 8) return Buffer.alloc(0)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const end = Math.min(first + 2 + u16(first) * 12, tiff.length)
  for (let at = first + 2; at < end; at += 12) {
    const value = u16(at) === 0x0112 ? u16(at + 8) : 0
    if (value < 2 || value > 8) continue
    const written = Buffer.from(onlyOrientation, 'hex')
    written.writeUInt16BE(value, 28)
    return written
  }
  return Buffer.alloc(0)
}

/** Chunks of a WebP that have pixels. */
const webpPixels = ['VP8 ', 'VP8L', 'ANMF']
const webpKept = [...webpPixels, 'VP8X', 'ALPH', 'ANIM', 'ICCP']

/** WebP (RFC 9649), 2.3 and 2.7: a RIFF file of chunks of name, length and data, padded to even lengths; VP8X names the others. */
function strippedWebp(bytes: Buffer): Buffer | undefined {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return undefined
  const head = Buffer.from(bytes.subarray(0, 12))
  const kept = [head]
  let hasPixels = false
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return undefined
    const size = bytes.readUInt32LE(at + 4)
    const next = at + 8 + size + (size % 2)
    if (next > end) return undefined
    const chunk = Buffer.from(bytes.subarray(at, next))
    const name = chunk.toString('latin1', 0, 4)
    // Without the flags of Exif and XMP.
    if (name === 'VP8X' && size > 0) chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8)
    if (webpKept.includes(name)) kept.push(chunk)
    if (webpPixels.includes(name)) hasPixels = true
    at = next
  }
  if (!hasPixels) return undefined
  const stripped = Buffer.concat(kept)
  stripped.writeUInt32LE(stripped.length - 8, 4)
  return stripped
}
