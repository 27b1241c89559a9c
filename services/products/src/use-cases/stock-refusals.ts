import { ApiError, type ErrorCode, type Mistake, validationError } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type Text, text } from '@campstore/contract/texts/text'
import { parseJson } from '@campstore/core/parse-json'
import pg from 'pg'
import { z } from 'zod'
import type { StockLine } from '../persistence/movements.ts'

/** SQLSTATEs with which the functions of this service's schemas refuse, class CS (persistence/functions/). */
export const sqlRefusals = {
  unknownVariant: 'CS201',
  unknownLocation: 'CS202',
  insufficientStock: 'CS203',
  stockOverflow: 'CS204',
  idempotencyKeyReused: 'CS205',
} as const

/** A refused line, counted from 0, and the pieces on hand there; 0 if that is not the reason. */
export type RefusedLine = { line: number; onHand: number }

const refusedLines = z.array(z.object({ line: z.int(), onHand: z.int().default(0) }))

/** The refused lines of CS201 to CS204, in their order; at least one. */
export function refusedLinesOf({ hint }: pg.DatabaseError): [RefusedLine, ...RefusedLine[]] {
  const [first, ...others] = refusedLines.parse(parseJson(hint ?? ''))
  if (!first) throw new Error('A refusal without a line')
  return [first, ...others]
}

/** A line with the paths by which its request names its parts. */
export type RequestedLine = {
  line: StockLine
  paths: { variantId: string; locationId: string; pieces: string }
  /** The mistake of a line that takes more than is on hand. */
  tooMany(onHand: number): Text
}

/** The contract's error for a refusal by the database; undefined for any other error. */
export function stockRefusal(cause: unknown, lines: readonly RequestedLine[]): ApiError | undefined {
  if (!(cause instanceof pg.DatabaseError)) return undefined
  switch (cause.code) {
    case sqlRefusals.unknownVariant:
      return refusalAt('NOT_FOUND', cause, lines, ({ line, paths }) => ({
        path: paths.variantId,
        reason: text('is.unknown'),
        sentence: text('variant.unknown', { id: shortened(line.variantId) }),
      }))
    case sqlRefusals.unknownLocation:
      return refusalAt('NOT_FOUND', cause, lines, ({ line, paths }) => ({
        path: paths.locationId,
        reason: text('is.unknown'),
        sentence: text('location.unknown', { id: shortened(line.locationId) }),
      }))
    case sqlRefusals.insufficientStock:
      return refusalAt('STOCK_INSUFFICIENT', cause, lines, ({ paths, tooMany }, { onHand }) => ({
        path: paths.pieces,
        reason: tooMany(onHand),
        sentence: onHand === 0 ? text('stock.noneHere') : text('stock.here', { count: onHand }),
      }))
    case sqlRefusals.stockOverflow:
      return refusalAt('VALIDATION_ERROR', cause, lines, ({ paths }) => ({
        path: paths.pieces,
        reason: text('stock.tooMuchHere'),
      }))
    case sqlRefusals.idempotencyKeyReused:
      return new ApiError('CONFLICT', text('key.reused'), { cause })
  }
}

/** A mistake, and its sentence for the message; undefined if the message is the mistake itself. */
type RefusedPart = Mistake & { sentence?: Text }

/** The error has a detail for each path, also where several lines name it, and the sentence of the first one. */
function refusalAt(
  code: ErrorCode,
  cause: pg.DatabaseError,
  lines: readonly RequestedLine[],
  mistakeOf: (requested: RequestedLine, refused: RefusedLine) => RefusedPart,
): ApiError {
  const mistakes = refusedLinesOf(cause).flatMap(refused => {
    const requested = lines[refused.line]
    return requested ? [mistakeOf(requested, refused)] : []
  })
  const details = [...new Map(mistakes.map(({ path, reason }) => [path, { path, reason }])).values()]
  if (code === 'VALIDATION_ERROR') return validationError(details, { cause })
  return new ApiError(code, mistakes[0]?.sentence ?? text('stock.missing'), { details, cause })
}
