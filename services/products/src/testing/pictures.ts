import { crc32, deflateSync } from 'node:zlib'

/** A black PNG of a size and of bits for each pixel, with a text that makes it another file. */
export function pngOf(width: number, height: number, words = '', depth = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(depth, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil((width * depth) / 8) + 1) * height))
  const chunks = [chunk('IHDR', header), chunk('tEXt', Buffer.from(`Comment\0${words}`)), chunk('IDAT', pixels)]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

/** A chunk of a PNG (ISO/IEC 15948), 5.3. */
function chunk(name: string, data: Buffer): Buffer {
  const [length, checksum, content] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name), data])]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
