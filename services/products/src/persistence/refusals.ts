import { parseJson } from '@campstore/core/parse-json'
import type pg from 'pg'
import { z } from 'zod'

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
