import { expect, test } from 'vitest'
import { bearerToken } from './bearer.ts'

test.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c'])('%j has a token', header => {
  expect(bearerToken(header)).toBe('a.b.c')
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'a.b.c',
  'Basic a.b.c',
  'Bearer a.b.c d',
  'Bearer a.b.c, Bearer d',
  ' Bearer a.b.c',
  'Bearer\ta.b.c',
  'Bearera.b.c',
  'Bearer a.b.ç',
])('%j is refused with WWW-Authenticate', header => {
  expect(() => bearerToken(header)).toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED', headers: { 'www-authenticate': 'Bearer' } }),
  )
})
