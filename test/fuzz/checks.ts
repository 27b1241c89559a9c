import { parseJson } from '@campstore/core/parse-json'
import { requireDocumented } from '@campstore/testing/documented'
import type { ApiResponse } from '@campstore/testing/send'
import { z } from 'zod'
import type { FuzzRequest } from './draw-request.ts'

const errorEnvelope = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
})

/**
 * The rules that a response breaks, each with a message:
 *
 * - It is no 5xx but 501 of an operation that the document marks as deferred. There are no faults and no limits in a run, so that
 *   503 and 504 are violations too.
 * - Status, headers and body match the document's declaration of the operation (`requireDocumented`).
 * - Every error is in the envelope.
 * - A request with a value that the schema refuses is refused.
 */
export function checkAnswer(request: FuzzRequest, { status, headers, text }: ApiResponse): string[] {
  if (status === 0) return [`no answer: ${text}`]
  const { operation, method, path, mutation } = request
  const problems: string[] = []
  if (status >= 500 && !(status === 501 && operation.deferred)) problems.push(`a 5xx: ${status}`)
  try {
    requireDocumented({ method, path, status, headers, text })
  } catch (error) {
    problems.push(`not as documented: ${error instanceof Error ? error.message : error}`)
  }
  if (status >= 400 && !errorEnvelope.safeParse(parseJson(text)).success) problems.push('an error without its envelope')
  if (status < 400 && mutation === 'a refused value') problems.push('a value that the schema refuses is accepted')
  return problems
}
