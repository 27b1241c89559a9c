import { maxReleasedHolds, type OwnerRelease } from '@campstore/contract/admin/holds'
import { ApiError } from '@campstore/contract/errors'
import { type Language, writeIn } from '@campstore/contract/texts/language'
import type { Database } from '@campstore/database/database'
import type { HoldReads } from './records.ts'
import type { PaymentSettlement } from './settlement.ts'

/** The parts of a release that stay the same for every hold; refusals are written in the language of its request. */
type ReleaseContext = {
  database: Pick<Database, 'requests'>
  settlement: Pick<PaymentSettlement, 'isSetAside'>
  context: { readonly language: Language; isPartial?: boolean }
}

/**
 * Cancels the holds of a customer of one kind, oldest first, each in its own transaction. One that is refused, because it
 * was paid meanwhile, is reported, and the others are cancelled. Repeating it releases the holds that are open then, if any.
 *
 * Where it is not known of any hold whether it was paid, it stops: each of the rest would wait as long for the same refusal.
 *
 * @param cancel cancels one by the rules of a cancellation by staff
 */
export async function releaseHolds(
  { database, settlement, context }: ReleaseContext,
  { unpaidIds }: Pick<HoldReads<unknown>, 'unpaidIds'>,
  customerId: string,
  cancel: (id: string) => Promise<unknown>,
): Promise<OwnerRelease> {
  const { rows } = await database.requests.query<{ id: string }>(unpaidIds, [customerId, maxReleasedHolds + 1])
  const result: OwnerRelease = { released: [], failed: [], hasMore: rows.length > maxReleasedHolds }
  context.isPartial = result.hasMore
  for (const { id } of rows.slice(0, maxReleasedHolds)) {
    try {
      await cancel(id)
      result.released.push(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      context.isPartial = true
      result.failed.push({ id, message: writeIn(context.language, error.text) })
      if (error.code === 'SERVICE_UNAVAILABLE' && !settlement.isSetAside(id)) return { ...result, hasMore: true }
    }
  }
  return result
}
