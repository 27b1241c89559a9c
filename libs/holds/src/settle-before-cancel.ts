import { ApiError } from '@campstore/contract/errors'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { PaymentSettlement } from './settlement.ts'

/** What a cancel waits for is known after milliseconds, unless a server or the consumer of the payments is away. */
const cancelTimeoutMs = 3_000

/**
 * Whether every payment that the broker had confirmed for a hold before this call is settled, so that a cancel ends no hold that
 * was paid. Waits for it, 3 s at most.
 */
export async function arePaymentsSettled(
  { clock, settlement }: Pick<ServiceContext, 'clock'> & { settlement: PaymentSettlement },
  id: string,
): Promise<boolean> {
  return (await settlement.waitUntilSettled(clock(), cancelTimeoutMs)) && !settlement.isSetAside(id)
}

/** The refusal of a cancel while it is not known whether the hold was paid. */
export const paymentsUnknown = (): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'It is not known yet whether this was paid, so it was not cancelled. Try again in a moment.',
  )
