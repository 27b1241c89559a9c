import { expect, test } from 'vitest'
import { isImageAddress } from './image-address.ts'

test.each(['/api/products/images/tent.svg', '/tent.svg?v=2', 'https://cdn.test/a%20b.png', 'http://cdn.test/帳篷.png'])(
  'an image: %s',
  address => expect(isImageAddress(address)).toBe(true),
)

test.each([
  'https://x/"onerror="1',
  "https://x/'onerror='1",
  '/tent.svg" onload="1',
  'https://x/a b.png',
  'https://x/a\nb.png',
  'https://x/a\u0000.png',
  'https://x/a\u200b.png',
  'https://x/<script>',
  'https:///',
  '//other.test/tent.svg',
  '/\\other.test/tent.svg',
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  'tent.svg',
  'ftp://x/tent.svg',
  '',
])('no image: %j', address => expect(isImageAddress(address)).toBe(false))
