import type { HttpRequest } from '@campstore/testing/send'
import type { Operation } from '../bad-requests/operations.ts'

/** A valid request before it is written as path and text. */
export type Draft = {
  operation: Operation
  method: string
  /** Values of the path's parameters, not yet encoded. */
  ids: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string | string[]>
  body: unknown
}

/** A draft as it is sent. */
export function written({ operation, method, ids, query, headers, body }: Draft): HttpRequest & { method: string } {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(ids[name] ?? ''))
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

/** As in a URL; half a surrogate pair, which has no encoding, becomes the replacement character. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
