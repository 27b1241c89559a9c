import type { ImageType } from '@campstore/contract/admin/images'

/** What the first bytes of an image say: its format, and its size in pixels. */
export type ImageHeader = { mediaType: ImageType; width: number; height: number }

/** Reads the header of a PNG, JPEG or WebP image; undefined for anything else, and where the size is missing. */
export function readImageHeader(content: Uint8Array): ImageHeader | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  for (const [mediaType, sizeOf] of formats) {
    const size = sizeOf(bytes)
    if (size) return { mediaType, ...size }
  }
  return undefined
}

type Size = { width: number; height: number }

/** Each reads the size of an image of its format, which has as many bytes as are looked at. */
const formats: readonly [ImageType, (bytes: Buffer) => Size | undefined][] = [
  ['image/png', sizeOfPng],
  ['image/jpeg', sizeOfJpeg],
  ['image/webp', sizeOfWebp],
]

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const hasText = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/** PNG (ISO/IEC 15948), 5.2 and 11.2.2: the signature, then the chunk IHDR, which begins with width and height. */
function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngSignature) || !hasText(bytes, 12, 'IHDR')) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers of a JPEG that begin a frame, C0 to CF without these three (ITU-T T.81, B.1.1.3). */
const noFrames = [0xc4, 0xc8, 0xcc]

/** JPEG (ITU-T T.81, annex B): segments with their lengths, among them the frame header with height and width. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    // A marker may be preceded by fill bytes.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !noFrames.includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** WebP (RFC 9649): a RIFF file whose first chunk says how it is compressed, and has width and height. */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || !hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const size = bytes.readUInt32LE(21)
      return { width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
