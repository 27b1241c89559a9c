import { parseJson } from '@campstore/core/parse-json'
import { requireDocumented } from '@campstore/testing/documented'
import type { ApiResponse, HttpRequest } from '@campstore/testing/send'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'
import { type Operation, readOperations } from './operations.ts'

/** A rule that an answer broke. */
export type Violation = { rule: string; message: string }

const requestIds = /^[A-Za-z0-9._-]{1,64}$/
const errorEnvelope = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
})

/**
 * Checks an answer by itself.
 *
 * - It is no 5xx. The only exception is 501 of an operation that the document marks as deferred. There are no faults and no
 *   limits in a run, so that 503 and 504 are violations too.
 * - Status, headers and body are those that the document declares for the operation (`requireDocumented`).
 * - Every error is in the envelope, also where the document declares nothing: unknown paths and methods.
 * - It has the request's id, the one that was sent if that was a valid one.
 * - A body that the document's schema refuses was not accepted.
 */
export function checkAnswer(request: HttpRequest & { operation: Operation }, answer: ApiResponse): Violation[] {
  const problems: Violation[] = []
  const found = (rule: string, message: string | undefined) => message !== undefined && problems.push({ rule, message })
  found('no 5xx', serverError(request, answer))
  found('the answer is as documented', undocumented(request, answer))
  found('an error is in the envelope', notInEnvelope(request, answer))
  found('the answer has the id of its request', wrongRequestId(request, answer))
  found('what the document refuses is not accepted', acceptedBody(request, answer))
  return problems
}

const deferred = readOperations().filter(operation => operation.deferred)

/** Another method than that of the drawn operation may lead to one that is deferred. */
const isDeferred = ({ method, path }: HttpRequest): boolean =>
  deferred.some(operation => operation.method === method && shapeOf(operation.path).test(path.split('?')[0] ?? ''))

const serverError = (request: HttpRequest, { status }: ApiResponse): string | undefined =>
  status >= 500 && !(status === 501 && isDeferred(request)) ? `Status ${status}` : undefined

function undocumented(request: HttpRequest, answer: ApiResponse): string | undefined {
  try {
    const { status, headers, text } = answer
    requireDocumented({ method: request.method ?? 'GET', path: request.path, status, headers, text })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function notInEnvelope({ method }: HttpRequest, { status, text }: ApiResponse): string | undefined {
  if (status < 400 || method === 'HEAD') return undefined
  return errorEnvelope.safeParse(parseJson(text)).success ? undefined : 'The body is not an error of the contract'
}

/** Whether the headers of the request could not be read, so that its id is not known. */
const isUnreadable = ({ status, text }: ApiResponse): boolean => status === 431 || text.includes('is not valid HTTP')

function wrongRequestId({ headers = {} }: HttpRequest, answer: ApiResponse): string | undefined {
  const sent = headers['x-request-id']
  const received = String(answer.headers.get('x-request-id'))
  if (!requestIds.test(received)) return `x-request-id is ${received}`
  if (isUnreadable(answer)) return undefined
  if (typeof sent === 'string' && requestIds.test(sent) && received !== sent)
    return `x-request-id is ${received}, not ${sent}`
  return undefined
}

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
const validators = new Map<string, ValidateFunction>()

/** What the schema refuses of a body that was accepted. A body that is sent to another path or method is not compared. */
function acceptedBody(
  { operation, method, path, body, headers = {} }: HttpRequest & { operation: Operation },
  { status }: ApiResponse,
) {
  if (status >= 300 || !operation.body || typeof body !== 'string') return undefined
  if (method !== operation.method || !shapeOf(operation.path).test(path.split('?')[0] ?? '')) return undefined
  if ('content-length' in headers) return undefined
  const validate = validators.get(operation.id) ?? ajv.compile(operation.body.schema)
  validators.set(operation.id, validate)
  // RFC 8259, section 8.1: a parser may ignore a byte order mark, and this one does.
  return validate(parseJson(body.replace(/^\ufeff/, '')))
    ? undefined
    : ajv.errorsText(validate.errors, { dataVar: 'body' })
}

const shapeOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
