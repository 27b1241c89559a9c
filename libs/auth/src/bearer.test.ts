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
  ' Bearer a.b.c',
  'Bearer\ta.b.c',
  'Bearera.b.c',
])('%j has no token: a challenge without an error', header => {
  expect(() => bearerToken(header)).toThrow(
    expect.objectContaining({
      code: 'UNAUTHORIZED',
      message: 'Sign in: the request has no bearer token.',
      headers: { 'www-authenticate': 'Bearer' },
    }),
  )
})

test.each(['Bearer a.b.c d', 'Bearer a.b.c, Bearer d', 'Bearer a.b.ç'])('%j has a token that is not valid', header => {
  expect(() => bearerToken(header)).toThrow(
    expect.objectContaining({
      code: 'UNAUTHORIZED',
      message: 'Sign in again: the token is not valid.',
      headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="The token is not valid"' },
    }),
  )
})
