import type { Administrator } from '@campstore/auth/internal-token'
import type { CreateMovement, Movement } from '@campstore/contract/admin/inventory'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import { moveStock as bookMovement, type MoveOutcome, readOnHand } from '../persistence/movements.ts'
import { presentMovement } from '../presenters.ts'

/**
 * Books stock in or out (decisions.md, 9 and 12): not below nothing on hand, but below what orders hold.
 *
 * @throws {ApiError} NOT_FOUND for the variant or the location; STOCK_INSUFFICIENT; VALIDATION_ERROR for more than can be counted
 */
export const moveStock =
  ({ database, clock }: Dependencies) =>
  async (wanted: CreateMovement, { adminId }: Administrator): Promise<Movement> => {
    const moved = await bookMovement(database.pool, wanted, adminId, clock())
    if (moved.outcome === 'insufficient') throw insufficient(await readOnHand(database.pool, wanted))
    if (moved.outcome !== 'moved') throw refusal(moved.outcome)
    return presentMovement(moved.movement)
  }

/** @param onHand what is there after the refusal; others may have moved stock meanwhile */
function insufficient(onHand: number): ApiError {
  const there = onHand === 1 ? 'Only 1 piece is' : `Only ${onHand} pieces are`
  return new ApiError('STOCK_INSUFFICIENT', `${onHand === 0 ? 'No pieces are' : there} on hand at this location.`)
}

function refusal(outcome: Exclude<MoveOutcome['outcome'], 'moved' | 'insufficient'>): ApiError {
  switch (outcome) {
    case 'unknown_variant':
      return new ApiError('NOT_FOUND', 'There is no such variant')
    case 'unknown_location':
      return new ApiError('NOT_FOUND', 'There is no such location')
    case 'overflow': {
      const details = [{ path: 'quantityDelta', message: 'is more than a location can hold' }]
      return new ApiError('VALIDATION_ERROR', 'The request is not valid', { details })
    }
  }
}
