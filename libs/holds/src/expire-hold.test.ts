import { transaction } from '@campstore/database/database'
import { describe, expect, test } from 'vitest'
import { expireHolds, unverifiedExpiryReason } from './expire-hold.ts'
import { readHistory } from './history.ts'
import { createOverdueHoldSweep } from './jobs/sweep-overdue-holds.ts'
import type { PaymentSettlement } from './settlement.ts'
import { useHolds } from './testing/hold-fixture.ts'

const holds = useHolds()

const expire = async (id: string, settlement: PaymentSettlement) =>
  (await expireHolds(holds.deps, holds.definition, settlement, [id])).get(id)
const createSweep = (settlement = holds.settlement, changes: Partial<typeof holds.definition> = {}) =>
  createOverdueHoldSweep(holds.deps, { ...holds.definition, ...changes }, settlement)
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(holds.stateOf))
const loggedFailures = () => holds.log.filter(({ msg }) => msg === 'Cannot expire a hold').map(({ orderId }) => orderId)
const setState = (id: string, state: string) =>
  holds.owner.query('update test_hold.test_hold set state = $2 where id = $1', [id, state])

describe('a sweep', () => {
  test("after a forward jump of PostgreSQL's clock looks only at holds that are over by the slower one", async () => {
    const slower = new Date(holds.clock.now().getTime() - 600_000)
    const over = await holds.add({ due: slower.toISOString() })
    const later = await holds.add()
    const found: string[] = []
    const deps = { ...holds.deps, databaseClock: { ...holds.deps.databaseClock, judgingInstant: () => slower } }
    const sweep = createOverdueHoldSweep(
      deps,
      {
        ...holds.definition,
        lockNextOverdue: async (...args) => {
          const locked = await holds.definition.lockNextOverdue(...args)
          if (locked) found.push(locked.record.id)
          return locked
        },
      },
      holds.settlement,
    )
    expect([await sweep(), found]).toEqual([1, [over]])
    expect(await holds.stateOf(later)).toBe('open')
  })

  test('with several holds per transaction expires those of a batch with a broken one', async () => {
    const broken = await holds.add({ state: 'broken', due: '2026-11-20T07:00:02Z' })
    const overdue = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(second => holds.add({ due: `2026-11-20T07:00:0${second}Z` })),
    )
    expect(await createSweep(holds.settlement, { endsPerTransaction: 4 })()).toBe(6)
    expect(await statesOf(overdue)).toEqual(overdue.map(() => 'cancelled'))
    expect([await holds.stateOf(broken), loggedFailures()]).toEqual(['broken', [broken]])
  })

  test('is not blocked by holds that wait for a lock of somebody else', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, () => holds.add({ due: '2026-11-20T07:00:00Z' })))
    const free = await holds.add()
    const sweep = createSweep(holds.settlement, {
      write: async (tx, hold, written) => {
        if (waiting.includes(hold.id))
          await tx.query("set local lock_timeout = '50ms'; lock table test_hold.inbox in share mode")
        await holds.definition.write(tx, hold, written)
      },
    })
    await transaction(holds.owner, async tx => {
      await tx.query('lock table test_hold.inbox in exclusive mode')
      expect(await sweep()).toBe(1)
    })
    expect(await holds.stateOf(free)).toBe('cancelled')
    expect(await sweep()).toBe(waiting.length)
  })

  test('needs no more transactions than the size of a batch implies', async () => {
    await Promise.all(Array.from({ length: 20 }, () => holds.add()))
    const transactions = new Set<string>()
    const sweep = createSweep(holds.settlement, {
      endsPerTransaction: 20,
      lockNextOverdue: async (...args) => {
        const record = await holds.definition.lockNextOverdue(...args)
        const { rows } = await args[0].query<{ id: string }>('select pg_current_xact_id_if_assigned()::text as id')
        if (record && rows[0]) transactions.add(rows[0].id)
        return record
      },
    })
    await sweep()
    expect(transactions.size).toBeLessThanOrEqual(4)
  })

  test('logs a broken hold once, and again after a repair; retries it every time; ends with one that is not due any more', async () => {
    const id = await holds.add({ state: 'broken' })
    const sweep = createSweep()
    const ended = [await sweep(), await sweep()]
    expect([ended, loggedFailures()]).toEqual([[0, 0], [id]])
    await setState(id, 'stuck')
    expect([await sweep(), await holds.stateOf(id)]).toEqual([0, 'stuck'])
    await setState(id, 'broken')
    await sweep()
    expect(loggedFailures()).toEqual([id, id])
    await setState(id, 'open')
    expect(await sweep()).toBe(1)
  })

  test('fails while the database is unavailable, and calls no hold broken', async () => {
    await holds.add()
    const sweep = createSweep(holds.settlement, {
      write: async tx => void (await tx.query('select pg_terminate_backend(pg_backend_pid())')),
    })
    await expect(sweep()).rejects.toThrow()
    expect(loggedFailures()).toEqual([])
  })
})

describe('while it is not known whether a hold was paid in time', () => {
  /** Payments are settled through an instant, or nothing is known; the grace period is a minute. */
  const settledThrough = (instant?: string): PaymentSettlement => ({
    settledThrough: () => (instant === undefined ? undefined : new Date(instant)),
    isSetAside: () => false,
    reachableSince: () => new Date(0),
    waitUntilSettled: async () => false,
    graceSeconds: 60,
  })
  const deadline = '2026-11-20T08:00:00.000Z'
  const reported = () =>
    holds.log.filter(({ msg }) => msg === `Hold ${unverifiedExpiryReason}`).map(({ orderId }) => orderId)

  test.for([
    ['nothing is known', undefined],
    ['payments are settled through a millisecond before its deadline', '2026-11-20T07:59:59.999Z'],
  ])('it does not expire: %s', async ([, instant]) => {
    const id = await holds.add({ due: deadline })
    holds.clock.advance(59_999)
    expect(await expire(id, settledThrough(instant))).toBe('unsettled')
    expect(await createSweep(settledThrough(instant))()).toBe(0)
    expect(await holds.stateOf(id)).toBe('open')
  })

  test('it expires once, without a report, when payments are settled through its deadline', async () => {
    const id = await holds.add({ due: deadline })
    const outcomes = []
    for (const one of [id, id, 'none']) outcomes.push(await expire(one, settledThrough(deadline)))
    expect(outcomes).toEqual(['expired', 'unchanged', 'not_found'])
    expect([reported(), await readHistory(holds.owner, holds.definition, id)]).toEqual([[], []])
  })

  test('a sweep expires only holds whose payments are settled', async () => {
    const earlier = await holds.add({ due: '2026-11-20T07:59:00.000Z' })
    const later = await holds.add({ due: deadline })
    holds.clock.advance(1_000)
    expect(await createSweep(settledThrough('2026-11-20T07:59:30.000Z'))()).toBe(1)
    expect(await statesOf([earlier, later])).toEqual(['cancelled', 'open'])
  })

  test('it does not expire while its payment is set aside, also not after the grace period; others do', async () => {
    const ids = [await holds.add({ due: deadline }), await holds.add({ due: deadline })]
    holds.clock.advance(60_000)
    const settlement = { ...settledThrough(deadline), isSetAside: (id: string) => id === ids[0] }
    expect(await expire(ids[0] ?? '', settlement)).toBe('unsettled')
    expect(await createSweep(settlement)()).toBe(1)
    expect(await statesOf(ids)).toEqual(['open', 'cancelled'])
  })

  test('it expires after the grace period, with a report in the log and in its history', async () => {
    const ids = [await holds.add({ due: deadline }), await holds.add({ due: deadline })]
    holds.clock.advance(60_000)
    expect(await expire(ids[0] ?? '', settledThrough())).toBe('expired')
    expect(await createSweep(settledThrough())()).toBe(1)
    expect(reported()).toEqual(ids)
    for (const id of ids)
      expect(await readHistory(holds.owner, holds.definition, id)).toMatchObject([{ reason: unverifiedExpiryReason }])
  })

  test('the grace period runs only while database and broker could be asked', async () => {
    const id = await holds.add({ due: deadline })
    const reachableSince = (instant?: string) => ({
      ...settledThrough(),
      reachableSince: () => (instant === undefined ? undefined : new Date(instant)),
    })
    holds.clock.advance(3_600_000)
    expect(await expire(id, reachableSince())).toBe('unsettled')
    const restored = reachableSince('2026-11-20T08:59:00.001Z')
    expect([await expire(id, restored), await createSweep(restored)()]).toEqual(['unsettled', 0])
    holds.clock.advance(1)
    expect([await expire(id, restored), reported()]).toEqual(['expired', [id]])
  })

  test('it does not expire before its deadline, whatever is known', async () => {
    const id = await holds.add({ due: '2026-11-20T08:00:00.001Z' })
    expect(await expire(id, settledThrough('2026-11-20T09:00:00Z'))).toBe('early')
    expect(await holds.stateOf(id)).toBe('open')
  })
})
