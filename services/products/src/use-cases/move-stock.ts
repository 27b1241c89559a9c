import type { Administrator } from '@campstore/auth/internal-token'
import {
  type BookedMovements,
  type CreateCount,
  type CreateMovement,
  type CreateReceipt,
  type CreateTransfer,
  inventoryRoutes,
  type Movement,
} from '@campstore/contract/admin/inventory'
import { type Text, text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { bookMovements } from '../persistence/movements.ts'
import { presentMovement } from '../presenters.ts'
import { type RequestedLine, stockRefusal } from './stock-refusals.ts'

export type StockDependencies = Pick<Dependencies, 'clock' | 'newId'> & { database: { requests: Queryable } }

/**
 * Books stock in or out (docs/contract/admin.md#inventory): never below zero on hand, but possibly below the quantity that
 * orders hold. The same request with an idempotency key books once. Throws CONFLICT for a key that another request has used;
 * NOT_FOUND for the variant or the location; STOCK_INSUFFICIENT; VALIDATION_ERROR for more than can be counted.
 */
export async function moveStock(
  deps: StockDependencies,
  request: CreateMovement,
  administrator: Administrator,
): Promise<Movement> {
  const { variantId, locationId, quantityDelta, reason } = request
  const line: RequestedLine = {
    line: { variantId, locationId, quantityDelta },
    paths: { variantId: 'variantId', locationId: 'locationId', pieces: 'quantityDelta' },
    tooMany: onHand => text('must.beAtLeast', { limit: -onHand || 0 }),
  }
  const [movement] = await book(deps, inventoryRoutes.createMovement.name, request, reason, [line], administrator)
  if (!movement) throw new Error('A movement that was booked made none')
  return movement
}

/**
 * Books in a delivery, all lines or none (docs/contract/admin.md#receipts-counts-and-transfers). Throws CONFLICT,
 * NOT_FOUND, VALIDATION_ERROR as {@link moveStock}, at the path of the line.
 */
export async function receiveStock(
  deps: StockDependencies,
  request: CreateReceipt,
  administrator: Administrator,
): Promise<BookedMovements> {
  const { locationId, reference } = request
  const lines = request.lines.map(({ variantId, quantity }, n) => ({
    line: { variantId, locationId, quantityDelta: quantity },
    paths: pathsOf(n, 'quantity'),
    tooMany,
  }))
  return { movements: await book(deps, inventoryRoutes.createReceipt.name, request, reference, lines, administrator) }
}

/**
 * Books the differences between a count and the stock, all lines or none
 * (docs/contract/admin.md#receipts-counts-and-transfers). Throws CONFLICT, NOT_FOUND as {@link moveStock}, at the path
 * of the line.
 */
export async function countStock(
  deps: StockDependencies,
  request: CreateCount,
  administrator: Administrator,
): Promise<BookedMovements> {
  const { locationId, reason } = request
  const lines = request.lines.map(({ variantId, counted }, n) => ({
    line: { variantId, locationId, counted },
    paths: pathsOf(n, 'counted'),
    tooMany,
  }))
  return { movements: await book(deps, inventoryRoutes.createCount.name, request, reason, lines, administrator) }
}

/**
 * Moves pieces from one location to another, all lines or none; both movements of a line have the id of the transfer
 * (docs/contract/admin.md#receipts-counts-and-transfers). Throws CONFLICT, NOT_FOUND, STOCK_INSUFFICIENT,
 * VALIDATION_ERROR as {@link moveStock}, at the path of the line.
 */
export async function transferStock(
  deps: StockDependencies,
  request: CreateTransfer,
  administrator: Administrator,
): Promise<BookedMovements> {
  const { fromLocationId, toLocationId, reason } = request
  const transferId = deps.newId()
  const lines = request.lines.flatMap(({ variantId, quantity }, n) => {
    const moved = (locationId: string, quantityDelta: number, path: string): RequestedLine => ({
      line: { variantId, locationId, quantityDelta, transferId },
      paths: pathsOf(n, 'quantity', path),
      tooMany,
    })
    return [moved(fromLocationId, -quantity, 'fromLocationId'), moved(toLocationId, quantity, 'toLocationId')]
  })
  return { movements: await book(deps, inventoryRoutes.createTransfer.name, request, reason, lines, administrator) }
}

const pathsOf = (line: number, pieces: 'quantity' | 'counted', locationId = 'locationId'): RequestedLine['paths'] => ({
  variantId: `lines.${line}.variantId`,
  locationId,
  pieces: `lines.${line}.${pieces}`,
})

const tooMany = (onHand: number): Text => text('must.beAtMost', { limit: onHand })

async function book(
  { database, clock }: StockDependencies,
  action: string,
  { idempotencyKey, ...body }: { idempotencyKey?: string | undefined },
  reason: string,
  requested: readonly RequestedLine[],
  { adminId }: Administrator,
): Promise<Movement[]> {
  const lines = requested.map(({ line }) => line)
  const request = { lines, reason, fingerprint: { action, ...body }, idempotencyKey }
  try {
    return (await bookMovements(database.requests, request, adminId, clock())).map(presentMovement)
  } catch (error) {
    throw stockRefusal(error, requested) ?? error
  }
}
