import { hash } from 'node:crypto'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** JSON with the keys of every object in code unit order and absent fields left out, so that equal values are equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.keys(value)
    .sort()
    .flatMap(key => {
      const field = value[key]
      return field === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(field)}`]
    })
  return `{${fields.join(',')}}`
}

/** SHA-256 over the canonical JSON of a request, in hexadecimal (docs/contract/conventions.md#idempotency). */
export const fingerprint = (request: Json): string => hash('sha256', canonicalJson(request))
