import { expect, test } from 'vitest'
import { pngOf } from '../testing/pictures.ts'
import { readImageHeader } from './image-format.ts'

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')
const app0 = 'ffe000104a46494600010100000100010000'
/** The frame header comes after another segment, and after a fill byte. */
const jpeg = hex('ffd8', app0, 'ff', 'ffc0001108012c019003', '012200021101031101')
const riff = (kind: string, chunk: string) => hex('52494646ffffffff', kind, chunk.padEnd(56, '0'))
const webp = (chunk: string) => riff('57454250', chunk)

test.each([
  ['a PNG', pngOf(400, 300), 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a lossy WebP', webp('56503820000000000000009d012a90012c01'), 'image/webp'],
  ['a lossless WebP', webp('5650384c000000002f8fc14a00'), 'image/webp'],
  ['an extended WebP', webp('5650385800000000000000008f01002b0100'), 'image/webp'],
] as const)('%s says its type and its size', (_, content, mediaType) => {
  expect(readImageHeader(content)).toEqual({ mediaType, width: 400, height: 300 })
})

test.each([
  ['nothing', hex()],
  ['a GIF', Buffer.from('GIF89a')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><title>tent</title></svg>')],
  ['a PNG that is cut off', pngOf(400, 300).subarray(0, 20)],
  ['a JPEG without a frame', hex('ffd8', app0, 'ffd9')],
  ['a JPEG that is cut off', jpeg.subarray(0, 25)],
  ['a sound in a RIFF file', riff('57415645', '')],
  ['a WebP of another kind', webp('414e494d')],
])('%s is not an image', (_, content) => {
  expect(readImageHeader(content)).toBeUndefined()
})
