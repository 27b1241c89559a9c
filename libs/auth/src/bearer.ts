import { type TokenProblem, unauthorized } from './identity.ts'

/** `Bearer` in any case, spaces, and one token68 (RFC 6750, 2.1; RFC 9110, 11.2). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Why a header has no bearer token: it is missing or empty, has another scheme or none, or has no token68. */
function problemOf(header = ''): TokenProblem {
  if (/^bearer +\S/i.test(header)) return 'invalid'
  return header === '' || /^bearer *$/i.test(header) ? 'missing' : 'unlabelled'
}

/** The token of an `Authorization` header. Throws UNAUTHORIZED when the header is missing or is anything else. */
export function bearerToken(header: string | undefined): string {
  const token = bearer.exec(header ?? '')?.[1]
  if (token === undefined) throw unauthorized(problemOf(header))
  return token
}
