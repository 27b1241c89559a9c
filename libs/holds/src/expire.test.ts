import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Endings, endedUnsettled, expireHeld, sweepOverdue } from './expire.ts'
import { readHistory } from './history.ts'
import { createHoldFixture, type HoldFixture } from './testing/hold-fixture.ts'

let loans: HoldFixture
beforeEach(async () => {
  loans = await createHoldFixture()
})
afterEach(() => loans.close())

const failuresTold = () => loans.log.filter(({ msg }) => msg === 'a hold cannot be ended').map(({ orderId }) => orderId)

describe('one hold', () => {
  test('is ended at its deadline, once', async () => {
    const id = await loans.lend()
    const expire = expireHeld(loans.held, loans.dependencies, loans.endings)
    expect([await expire(id), await expire(id), await expire('none')]).toEqual(['expired', 'left', 'unknown'])
  })

  test('is left before it', async () => {
    const id = await loans.lend({ due: '2026-11-20T08:00:00.001Z' })
    expect(await expireHeld(loans.held, loans.dependencies, loans.endings)(id)).toBe('left')
    expect(await loans.stateOf(id)).toBe('lent')
  })
})

describe('a sweep', () => {
  test('ends all that are overdue and answers how many', async () => {
    const overdue = await Promise.all(Array.from({ length: 30 }, () => loans.lend()))
    const later = await loans.lend({ due: '2026-11-20T09:00:00Z' })
    expect(await sweepOverdue(loans.held, loans.dependencies, loans.endings)()).toBe(30)
    expect(await Promise.all(overdue.map(loans.stateOf))).toEqual(overdue.map(() => 'back'))
    expect(await loans.stateOf(later)).toBe('lent')
  })

  test('a broken one stops no other, however many are behind it', async () => {
    const broken = await loans.lend({ state: 'broken', due: '2026-11-20T07:00:00Z' })
    for (let lent = 0; lent < 10; lent += 1) await loans.lend()
    expect(await sweepOverdue(loans.held, loans.dependencies, loans.endings)()).toBe(10)
    expect(await loans.stateOf(broken)).toBe('broken')
  })

  test('where several end in one transaction, a broken one among them keeps none of them from ending', async () => {
    const together = { ...loans.held, endsPerTransaction: 4 }
    const broken = await loans.lend({ state: 'broken', due: '2026-11-20T07:00:02Z' })
    const overdue = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(second => loans.lend({ due: `2026-11-20T07:00:0${second}Z` })),
    )
    expect(await sweepOverdue(together, loans.dependencies, loans.endings)()).toBe(6)
    expect(await Promise.all(overdue.map(loans.stateOf))).toEqual(overdue.map(() => 'back'))
    expect([await loans.stateOf(broken), failuresTold()]).toEqual(['broken', [broken]])
  })

  test('as many transactions are needed as the holds that end together allow', async () => {
    await Promise.all(Array.from({ length: 20 }, () => loans.lend()))
    const transactions = new Set<string>()
    const counted = {
      ...loans.held,
      endsPerTransaction: 20,
      lockNextOverdue: async (...[tx, now, except]: Parameters<typeof loans.held.lockNextOverdue>) => {
        const thing = await loans.held.lockNextOverdue(tx, now, except)
        const { rows } = await tx.query<{ id: string }>('select pg_current_xact_id_if_assigned()::text as id')
        if (thing && rows[0]) transactions.add(rows[0].id)
        return thing
      },
    }
    await sweepOverdue(counted, loans.dependencies, loans.endings)()
    expect(transactions.size).toBeLessThanOrEqual(4)
  })

  test('a broken one is told once, and is tried again in every round', async () => {
    const broken = await loans.lend({ state: 'broken' })
    const sweep = sweepOverdue(loans.held, loans.dependencies, loans.endings)
    await sweep()
    await sweep()
    expect(failuresTold()).toEqual([broken])
    await loans.owner.query(`update library.loan set state = 'lent' where id = $1`, [broken])
    expect(await sweep()).toBe(1)
  })

  test('one that broke, was mended and breaks again is told again', async () => {
    const id = await loans.lend({ state: 'broken' })
    const sweep = sweepOverdue(loans.held, loans.dependencies, loans.endings)
    for (const state of ['broken', 'stuck', 'broken']) {
      await loans.owner.query('update library.loan set state = $2 where id = $1', [id, state])
      await sweep()
    }
    expect(failuresTold()).toEqual([id, id])
  })

  test('one that is found but not due any more ends the round all the same', async () => {
    const stuck = await loans.lend({ state: 'stuck' })
    expect(await sweepOverdue(loans.held, loans.dependencies, loans.endings)()).toBe(0)
    expect(await loans.stateOf(stuck)).toBe('stuck')
  })

  test('while the database is away the round fails, and no hold is called broken', async () => {
    await loans.lend()
    const sweep = sweepOverdue(
      { ...loans.held, expire: tx => tx.query('select pg_terminate_backend(pg_backend_pid())').then(() => true) },
      loans.dependencies,
      loans.endings,
    )
    await expect(sweep()).rejects.toThrow()
    expect(failuresTold()).toEqual([])
  })
})

describe('while it is not known whether it was paid in time', () => {
  /** Payments are settled through an instant, or it is not known at all; a hold waits a minute to know it. */
  const settled = (through?: string): Endings => ({
    settledThrough: () => (through === undefined ? undefined : new Date(through)),
    reach: async () => false,
    graceSeconds: 60,
  })
  const deadline = '2026-11-20T08:00:00.000Z'
  const reported = () => loans.log.filter(({ msg }) => msg === `a hold ${endedUnsettled}`).map(({ orderId }) => orderId)

  test.each([
    ['nothing is known', undefined],
    ['payments are settled through a millisecond before its deadline', '2026-11-20T07:59:59.999Z'],
  ])('a hold waits: %s', async (_, through) => {
    const id = await loans.lend({ due: deadline })
    loans.clock.advance(59_999)
    expect(await expireHeld(loans.held, loans.dependencies, settled(through))(id)).toBe('unsettled')
    expect(await sweepOverdue(loans.held, loans.dependencies, settled(through))()).toBe(0)
    expect(await loans.stateOf(id)).toBe('lent')
  })

  test('once payments are settled through its deadline it ends, and that is nothing to report', async () => {
    const id = await loans.lend({ due: deadline })
    expect(await expireHeld(loans.held, loans.dependencies, settled(deadline))(id)).toBe('expired')
    expect([reported(), await readHistory(loans.owner, loans.held, id)]).toEqual([[], []])
  })

  test('a sweep ends those whose payments are settled and leaves the others', async () => {
    const earlier = await loans.lend({ due: '2026-11-20T07:59:00.000Z' })
    const later = await loans.lend({ due: deadline })
    loans.clock.advance(1_000)
    expect(await sweepOverdue(loans.held, loans.dependencies, settled('2026-11-20T07:59:30.000Z'))()).toBe(1)
    expect([await loans.stateOf(earlier), await loans.stateOf(later)]).toEqual(['back', 'lent'])
  })

  test('when its grace is over it ends, and is reported: in the log and in its history', async () => {
    const [one, other] = [await loans.lend({ due: deadline }), await loans.lend({ due: deadline })]
    loans.clock.advance(60_000)
    expect(await expireHeld(loans.held, loans.dependencies, settled())(one)).toBe('expired')
    expect(await sweepOverdue(loans.held, loans.dependencies, settled())()).toBe(1)
    expect(reported()).toEqual([one, other])
    for (const id of [one, other])
      expect(await readHistory(loans.owner, loans.held, id)).toMatchObject([{ reason: endedUnsettled }])
  })

  test('a hold that is not due is left, whatever is known', async () => {
    const id = await loans.lend({ due: '2026-11-20T08:00:00.001Z' })
    expect(await expireHeld(loans.held, loans.dependencies, settled('2026-11-20T09:00:00Z'))(id)).toBe('left')
  })
})
