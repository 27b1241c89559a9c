import { expect, test } from 'vitest'
import { bearerToken } from './bearer.ts'

test.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c'])('%j has a token', header => {
  expect(bearerToken(header)).toBe('a.b.c')
})

const none = 'Sign in: the request has no bearer token.'
const unlabelled = 'Sign in: the Authorization header must be the word Bearer, a space and the token.'

test.each([
  [undefined, none],
  ['Bearer ', none],
  ['Basic a.b.c', unlabelled],
  [' Bearer a.b.c', unlabelled],
  ['Bearera.b.c', unlabelled],
])('%j has no bearer token: a challenge without an error', (header, message) => {
  expect(() => bearerToken(header)).toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED', message, headers: { 'www-authenticate': 'Bearer' } }),
  )
})

test.each(['Bearer a.b.c d', 'Bearer a.b.c, Bearer d', 'Bearer a.b.ç'])('%j has a token that is not valid', header => {
  const challenge = 'Bearer error="invalid_token", error_description="The token is not valid"'
  const refusal = { message: 'Sign in again: the token is not valid.', headers: { 'www-authenticate': challenge } }
  expect(() => bearerToken(header)).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED', ...refusal }))
})
