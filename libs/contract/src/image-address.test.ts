import { expect, test } from 'vitest'
import { isImageAddress } from './image-address.ts'

test('an image is at an absolute path or a web address, which no HTML has to quote', () => {
  const images = [
    '/api/products/images/tent.svg',
    '/tent.svg?v=2',
    'https://cdn.test/a%20b.png',
    'http://cdn.test/帳篷.png',
  ]
  const quoting = ['https://x/"onerror="1', "https://x/'onerror='1", '/tent.svg" onload="1', 'https://x/<script>']
  const invisible = ['https://x/a b.png', 'https://x/a\nb.png', 'https://x/a\u0000.png', 'https://x/a\u200b.png']
  const elsewhere = ['https:///', '//other.test/tent.svg', '/\\other.test/tent.svg', 'tent.svg', 'ftp://x/tent.svg', '']
  const code = ['javascript:alert(1)', 'data:image/svg+xml,x']
  expect(images.filter(address => !isImageAddress(address))).toEqual([])
  expect([...quoting, ...invisible, ...elsewhere, ...code].filter(isImageAddress)).toEqual([])
})
