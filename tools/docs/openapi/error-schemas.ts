import { type ErrorCode, errorStatus } from '@campstore/contract/errors'
import type { Json } from '../json-schema.ts'

/**
 * The body of an error with one of some codes (docs/contract/conventions.md#envelope). It is whole in each response instead of an
 * `allOf` that narrows a shared body: of that, generators of clients make types in which everything may be missing.
 */
export const errorSchema = (codes: readonly ErrorCode[]): Json => {
  const [only] = codes
  return codes.length === 1 && only ? { $ref: `#/components/schemas/${nameOf(only)}` } : bodyOf(codes)
}

/** `NotFoundError` for NOT_FOUND: no built-in type of a language has such a name. */
const nameOf = (code: string): string =>
  `${code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Error`.replace(
    /ErrorError$/,
    'Error',
  )

const bodyOf = (codes: readonly string[]): Json => ({
  type: 'object',
  properties: { success: neverSuccess, error: errorObject(codes) },
  required: ['success', 'error'],
})

/** `success` of an answer that is no error. */
export const alwaysSuccess: Json = { type: 'boolean', const: true, description: 'Always true: the request succeeded' }

/** `success` of an error. Of `const: false`, generators make any boolean. */
export const neverSuccess: Json = { type: 'boolean', enum: [false], description: 'Always false: the request failed' }

const errorObject = (codes: readonly string[]): Json => ({
  type: 'object',
  description: 'The error',
  properties: {
    code: { type: 'string', enum: codes, description: 'Stable code for programs' },
    message: { type: 'string', description: 'Sentence for people; may change' },
    details: {
      type: 'array',
      description:
        'The fields at fault: the first 20 mistakes, or the resources that are unknown, short or taken; always present for VALIDATION_ERROR',
      items: { $ref: '#/components/schemas/ErrorDetail' },
    },
  },
  required: ['code', 'message'],
})

/** The `error` of any response, its parts, and the body of each error. */
export const errorSchemas: Json = {
  ErrorObject: errorObject(Object.keys(errorStatus)),
  ErrorDetail: {
    type: 'object',
    description: 'A mistake in a request: the field and the problem',
    properties: {
      path: { type: 'string', description: 'Field, such as `items.0.quantity`; empty for the whole request' },
      message: { type: 'string', description: 'The problem' },
    },
    required: ['path', 'message'],
  },
  ...Object.fromEntries(
    Object.keys(errorStatus).map(code => [nameOf(code), { description: `An error ${code}`, ...bodyOf([code]) }]),
  ),
}
