import { unauthorized } from './identity.ts'

/** `Bearer` in any case, spaces, and one token68 (RFC 6750, 2.1; RFC 9110, 11.2). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Whether a header has no token at all: it is missing or empty, or has another scheme. */
const hasNoToken = (header = ''): boolean => !/^bearer +\S/i.test(header)

/**
 * The token of an `Authorization` header.
 *
 * @throws {ApiError} UNAUTHORIZED when the header is missing or is anything else
 */
export function bearerToken(header: string | undefined): string {
  const token = bearer.exec(header ?? '')?.[1]
  if (token === undefined) throw unauthorized(hasNoToken(header) ? 'missing' : 'invalid')
  return token
}
