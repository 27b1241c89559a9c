/** A PNG of a size, whose pixels are bytes that make it another picture; no decoder takes it. */
export function pngOf(width: number, height: number, pixels = ''): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return png(chunk('IHDR', size), chunk('IDAT', Buffer.from(pixels)))
}

/** A PNG of these chunks and its end. */
export const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))])

/** A chunk of a PNG, without a checksum that is right. */
export function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}
