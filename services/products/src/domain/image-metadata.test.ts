import { expect, test } from 'vitest'
import { chunk, png, pngOf } from '../testing/pictures.ts'
import { withoutMetadata } from './image-metadata.ts'

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')
const place = Buffer.from('25.0330 N 121.5654 E')
const segment = (marker: string, data: Buffer) =>
  Buffer.concat([hex(`ff${marker}`, (data.length + 2).toString(16).padStart(4, '0')), data])
const textOf = (marker: string, text: string) => segment(marker, Buffer.from(text, 'latin1'))

/** Exif with an orientation, in either order of bytes, and a place. */
const exif = (isLittle: boolean) => {
  const tiff = isLittle
    ? '49492a0008000000 0100 120103000100000006000000 00000000'
    : '4d4d002a00000008 0001 011200030000000100060000 00000000'
  return segment('e1', Buffer.concat([Buffer.from('Exif\0\0'), hex(tiff.replaceAll(' ', '')), place]))
}
const jfif = textOf('e0', 'JFIF\0 1')
const colours = textOf('e2', 'ICC_PROFILE\0 display')
const adobe = textOf('ee', 'Adobe 100')
const frame = hex('ffc0001108012c019003012200021101031101')
/** Two scans with a stuffed byte, a restart and a table between them. */
const scans = hex('ffda0004aabb01ff0002ffd003', 'ffc40003cc', 'ffda0004aabb05')
const end = hex('ffd9')

test.each([true, false])('a JPEG keeps what shows it, and how the camera was held (little-endian: %s)', isLittle => {
  const hidden = [
    exif(isLittle),
    textOf('e1', 'http://ns.adobe.com/xap/1.0/\0 place'),
    textOf('e2', 'MPF\0 second picture'),
    textOf('ed', 'Photoshop 3.0'),
    textOf('fe', 'my garden'),
  ]
  const sent = Buffer.concat([hex('ffd8'), jfif, ...hidden, colours, adobe, frame, hex('ff'), scans, end, place])
  const held = segment('e1', hex('457869660000', '4d4d002a00000008', '0001', '011200030000000100060000', '00000000'))
  const shown = Buffer.concat([hex('ffd8'), jfif, held, colours, adobe, frame, scans, end])
  expect(withoutMetadata('image/jpeg', sent)?.toString('hex')).toBe(shown.toString('hex'))
})

test('a PNG keeps its critical chunks, colours and animation', () => {
  const header = pngOf(4, 3).subarray(8, 33)
  const shown = [
    header,
    chunk('iCCP', Buffer.from('p')),
    chunk('acTL', Buffer.from('a')),
    chunk('IDAT', Buffer.from('d')),
  ]
  const hidden = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX'].map(name => chunk(name, place))
  const sent = Buffer.concat([png(header, ...hidden, ...shown.slice(1)), Buffer.from('<script>')])
  expect(withoutMetadata('image/png', sent)).toEqual(png(...shown))
})

const riff = (...chunks: [name: string, data: string][]) => {
  const parts = chunks.map(([name, data]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length / 2)
    return Buffer.concat([Buffer.from(name), size, hex(data), Buffer.alloc((data.length / 2) % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

test('a WebP keeps its pixels and its colour profile, and names nothing else', () => {
  const place16 = place.toString('hex')
  const sent = riff(
    ['VP8X', '2c00000003000002'],
    ['ICCP', '0a0b0c'],
    ['VP8 ', '01'],
    ['EXIF', place16],
    ['XMP ', place16],
  )
  const shown = riff(['VP8X', '2000000003000002'], ['ICCP', '0a0b0c'], ['VP8 ', '01'])
  expect(withoutMetadata('image/webp', Buffer.concat([sent, place]))).toEqual(shown)
})

/** The same, but its head says that it ends before its first chunk. */
function shortened(webp: Buffer): Buffer {
  webp.writeUInt32LE(4, 4)
  return webp
}

test.each([
  ['image/png', pngOf(4, 3, 'pixels').subarray(0, -12)],
  ['image/png', pngOf(4, 3, 'pixels').subarray(0, 40)],
  ['image/jpeg', Buffer.concat([hex('ffd8'), jfif, frame, scans])],
  ['image/jpeg', Buffer.concat([hex('ffd8'), jfif.subarray(0, 6)])],
  ['image/webp', riff(['VP8 ', '0102']).subarray(0, -1)],
  ['image/png', png(pngOf(4, 3).subarray(8, 33))],
  ['image/jpeg', Buffer.concat([hex('ffd8'), jfif, frame, end])],
  ['image/webp', riff(['VP8X', '0000000003000002'])],
  ['image/webp', shortened(riff(['VP8 ', '01']))],
] as const)('%s that is cut off, or has no pixels, is nothing', (mediaType, content) => {
  expect(withoutMetadata(mediaType, content)).toBeUndefined()
})
