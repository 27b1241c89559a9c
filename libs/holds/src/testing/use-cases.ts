import { ApiError } from '@campstore/contract/errors'
import type { LoadEntities } from '@campstore/database/database'
import { createClock } from '@campstore/testing/clock'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { pino } from 'pino'
import { noHoldLimits } from '../hold-limits.ts'
import { createRefusedLately } from '../hold-service.ts'
import { holdTimerMessage } from '../messages.ts'
import { alwaysSettled } from './always-settled.ts'

/** The result of a use case, or the code of its refusal. Any other error is thrown. */
export type Outcome<Result> = { done: Result } | { refused: ApiError['code'] }

export async function outcomeOf<Result>(result: Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { done: await result }
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.code }
    throw error
  }
}

/** A member as the use cases receive it. */
export const memberOf = (customerId: string) => {
  const email = `${customerId}@members.test`
  return { kind: 'member', customerId, name: 'Guest', email, emailVerified: true, status: 'active' } as const
}

/**
 * The dependencies of a service's use cases on their own database, without HTTP and broker, for property tests: holds of 15 minutes
 * without limits per member, and payments that are settled at once. The clock is at 2026-11-20 16:00 in Taipei.
 *
 * @param given a database that several services use, which its test drops
 */
export async function createHoldDependencies(service: string, entities: LoadEntities, given?: TestDatabase) {
  const testDatabase = given ?? (await createTestDatabase())
  const clock = createClock()
  const shared = await createUseCaseDependencies(
    { database: testDatabase, clock, logger: pino({ enabled: false }) },
    { service, entities, poolSize: 8 },
  )
  const holdTimer = () => holdTimerMessage(service === 'booking' ? 'booking' : 'order', 900, shared.newId)
  const limits = { holdSeconds: 900, holdLimits: noHoldLimits, holdTimer, allowAnonymousHolds: true }
  const deps = { ...shared, ...limits, settlement: alwaysSettled(clock.now), refusedLately: createRefusedLately() }
  const stop = async () => {
    await shared.close()
    if (!given) await testDatabase.drop()
  }
  return { deps, owner: testDatabase.pool(), clock, stop }
}
