import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath } from './path-safety.ts'
import { serviceForPath } from './routing.ts'

const ids = ['0198c2d4-7a4e-7cc3-a1f2-5b6c7d8e9f00', 'a.b~c_d-e', '...', '%E7%99%BB%E5%B1%B1', 'a%20b']

test.each(['/', '/api/booking/campgrounds', ...ids.map(id => `/api/products/${id}`)])('%s is canonical', path => {
  expect(canonicalPath(`${path}?q=a/../b%2f&next=http://x//y`)).toBe(path)
})

test('a canonical path names a service and stays below it, however often it is decoded', () => {
  const escapes = ['%2e', '%2f', '%5c', '%25', '%00', '%E7%99%BB', '%', '2', 'e', 'f']
  const piece = fc.constantFrom('..', '.', '/', '\\', ';', '?', '#', 'internal', 'api', 'booking', ...escapes)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      let path = canonicalPath(`/api/booking/${pieces.join('')}`)
      if (path === undefined) return
      for (let round = 0; round < 3; round += 1) {
        expect(serviceForPath(path)).toBe('booking')
        expect(new URL(path, 'http://service').pathname.startsWith('/api/booking/')).toBe(true)
        path = decodeURIComponent(path)
        expect(path.split('/')).not.toContain('..')
      }
    }),
    { numRuns: 2_000 },
  )
})
