import { ApiError, type ErrorCode, validationError } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'
import pg from 'pg'
import type { StockLine } from '../persistence/movements.ts'
import { type RefusedLine, refusedLinesOf, sqlRefusals } from '../persistence/refusals.ts'

/** A line with the paths by which its request names its parts. */
export type RequestedLine = {
  line: StockLine
  paths: { variantId: string; locationId: string; pieces: string }
  /** The mistake of a line that takes more than is on hand. */
  tooMany(onHand: number): string
}

/** The contract's error for a refusal by the database; undefined for any other error. */
export function stockRefusal(cause: unknown, lines: readonly RequestedLine[]): ApiError | undefined {
  if (!(cause instanceof pg.DatabaseError)) return undefined
  switch (cause.code) {
    case sqlRefusals.unknownVariant:
      return refusalAt('NOT_FOUND', cause, lines, ({ line, paths }) => ({
        path: paths.variantId,
        problem: 'does not exist',
        sentence: `There is no variant ${quoted(line.variantId)}.`,
      }))
    case sqlRefusals.unknownLocation:
      return refusalAt('NOT_FOUND', cause, lines, ({ line, paths }) => ({
        path: paths.locationId,
        problem: 'does not exist',
        sentence: `There is no location ${quoted(line.locationId)}.`,
      }))
    case sqlRefusals.insufficientStock:
      return refusalAt('STOCK_INSUFFICIENT', cause, lines, ({ paths, tooMany }, { onHand }) => ({
        path: paths.pieces,
        problem: tooMany(onHand),
        sentence: `${piecesAre(onHand)} on hand at this location.`,
      }))
    case sqlRefusals.stockOverflow:
      return refusalAt('VALIDATION_ERROR', cause, lines, ({ paths }) => ({
        path: paths.pieces,
        problem: 'is more than a location can hold',
        sentence: '',
      }))
    case sqlRefusals.idempotencyKeyReused:
      return new ApiError('CONFLICT', 'This idempotency key was used for another request.', { cause })
  }
}

type Mistake = { path: string; problem: string; sentence: string }

/** The error has a detail for each path, also where several lines name it, and the sentence of the first one. */
function refusalAt(
  code: ErrorCode,
  cause: pg.DatabaseError,
  lines: readonly RequestedLine[],
  mistakeOf: (requested: RequestedLine, refused: RefusedLine) => Mistake,
): ApiError {
  const mistakes = refusedLinesOf(cause).flatMap(refused => {
    const requested = lines[refused.line]
    return requested ? [mistakeOf(requested, refused)] : []
  })
  const details = [...new Map(mistakes.map(({ path, problem }) => [path, { path, message: problem }])).values()]
  if (code === 'VALIDATION_ERROR') return validationError(details, { cause })
  return new ApiError(code, mistakes[0]?.sentence ?? '', { details, cause })
}

const piecesAre = (count: number): string =>
  count === 0 ? 'No pieces are' : count === 1 ? 'Only 1 piece is' : `Only ${count} pieces are`
