/** The head of a PNG of a size, followed by bytes that make it another picture. */
export function pngOf(width: number, height: number, rest = ''): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([head, size, Buffer.from('080600000000000000', 'hex'), Buffer.from(rest)])
}
