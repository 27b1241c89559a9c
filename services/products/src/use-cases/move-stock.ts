import type { Administrator } from '@campstore/auth/internal-token'
import type { CreateMovement, Movement } from '@campstore/contract/admin/inventory'
import { ApiError, errorAt, validationError } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'
import pg from 'pg'
import type { Dependencies } from '../dependencies.ts'
import { bookMovement } from '../persistence/movements.ts'
import { sqlRefusals } from '../persistence/refusals.ts'
import { presentMovement } from '../presenters.ts'

/**
 * Books stock in or out (docs/contract/admin.md#inventory): never below zero on hand, but possibly below the quantity that
 * orders hold. The same request with an idempotency key books once.
 *
 * @throws {ApiError} CONFLICT for a key that another request has used; NOT_FOUND for the variant or the location;
 *   STOCK_INSUFFICIENT; VALIDATION_ERROR for more than can be counted
 */
export async function moveStock(
  { database, clock }: Dependencies,
  request: CreateMovement,
  { adminId }: Administrator,
): Promise<Movement> {
  try {
    return presentMovement(await bookMovement(database.requests, request, adminId, clock()))
  } catch (error) {
    throw (error instanceof pg.DatabaseError && refusalOf(error, request)) || error
  }
}

function refusalOf(cause: pg.DatabaseError, request: CreateMovement): ApiError | undefined {
  switch (cause.code) {
    case sqlRefusals.unknownVariant:
      return notFound('variantId', `There is no variant ${quoted(request.variantId)}.`, cause)
    case sqlRefusals.unknownLocation:
      return notFound('locationId', `There is no location ${quoted(request.locationId)}.`, cause)
    case sqlRefusals.insufficientStock:
      return insufficient(Number(cause.detail), cause)
    case sqlRefusals.stockOverflow:
      return validationError([{ path: 'quantityDelta', message: 'is more than a location can hold' }], { cause })
    case sqlRefusals.idempotencyKeyReused:
      return new ApiError('CONFLICT', 'This idempotency key was used for another request.', { cause })
  }
}

const notFound = (path: string, message: string, cause: unknown): ApiError =>
  errorAt('NOT_FOUND', path, 'does not exist', message, cause)

function insufficient(onHand: number, cause: unknown): ApiError {
  const pieces = onHand === 0 ? 'No pieces are' : onHand === 1 ? 'Only 1 piece is' : `Only ${onHand} pieces are`
  const message = `${pieces} on hand at this location.`
  return errorAt('STOCK_INSUFFICIENT', 'quantityDelta', `must be at least ${-onHand || 0}`, message, cause)
}
