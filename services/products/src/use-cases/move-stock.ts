import type { Administrator } from '@campstore/auth/internal-token'
import type { CreateMovement, Movement } from '@campstore/contract/admin/inventory'
import { ApiError } from '@campstore/contract/errors'
import pg from 'pg'
import type { Dependencies } from '../dependencies.ts'
import { bookMovement } from '../persistence/movements.ts'
import { sqlRefusals } from '../persistence/refusals.ts'
import { presentMovement } from '../presenters.ts'

/**
 * Books stock in or out (docs/contract/admin.md#inventory): not below nothing on hand, but below what orders hold.
 *
 * @throws {ApiError} NOT_FOUND for the variant or the location; STOCK_INSUFFICIENT; VALIDATION_ERROR for more than can be counted
 */
export async function moveStock(
  { database, clock }: Dependencies,
  request: CreateMovement,
  { adminId }: Administrator,
): Promise<Movement> {
  try {
    return presentMovement(await bookMovement(database.pool, request, adminId, clock()))
  } catch (error) {
    throw (error instanceof pg.DatabaseError && refusalOf(error)) || error
  }
}

function refusalOf(cause: pg.DatabaseError): ApiError | undefined {
  switch (cause.code) {
    case sqlRefusals.unknownVariant:
      return new ApiError('NOT_FOUND', 'There is no such variant.', { cause })
    case sqlRefusals.unknownLocation:
      return new ApiError('NOT_FOUND', 'There is no such location.', { cause })
    case sqlRefusals.insufficientStock:
      return new ApiError('STOCK_INSUFFICIENT', insufficient(Number(cause.detail)), { cause })
    case sqlRefusals.stockOverflow: {
      const details = [{ path: 'quantityDelta', message: 'is more than a location can hold' }]
      return new ApiError('VALIDATION_ERROR', 'The request is not valid.', { details, cause })
    }
  }
}

function insufficient(onHand: number): string {
  if (onHand === 0) return 'No pieces are on hand at this location.'
  return onHand === 1
    ? 'Only 1 piece is on hand at this location.'
    : `Only ${onHand} pieces are on hand at this location.`
}
