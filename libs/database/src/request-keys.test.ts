import type { KeyedRequest } from '@campstore/core/keyed-request'
import { useDatabase } from '@campstore/testing/use-fixture'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { transaction } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { deleteOldKeys } from './idempotency-keys.ts'
import { afterCommit } from './keyed-transaction.ts'
import { createKeyedRequests, longestWaitMs, maxKeysOfMember } from './request-keys.ts'

// docs/contract/conventions.md#idempotency
const database = useDatabase()
const pool = database.pool()
let now = new Date('2026-11-20T08:00:00Z')
const keys = { pool, schema: 'booking', clock: () => now }
const answer = createKeyedRequests(keys)

beforeAll(() => pool.query('create table booking.effect (at timestamptz)'))
beforeEach(() => pool.query('truncate booking.effect, booking.idempotency_key'))

const advance = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
}
const count = async () => (await pool.query('select from booking.effect')).rowCount
const stored = async () => (await pool.query('select from booking.idempotency_key')).rowCount
const deleteOld = () => deleteOldKeys(pool, 'booking', now)

/** Keys as if requests had stored them long ago or now. */
const fill = (scope: string, number: number, daysAgo = 0) =>
  pool.query(
    `insert into booking.idempotency_key select $1, 'a', gen_random_uuid(), 'f', 200, '{}', $3 from generate_series(1, $2::integer)`,
    [scope, number, new Date(now.getTime() - daysAgo * 86_400_000)],
  )

/** An effect in its own transaction, as in use cases. */
const act = async () => {
  await transaction(pool, tx => tx.query('insert into booking.effect values (now())'))
  return { status: 201, body: `{"effect":${Math.random()}}`, isPartial: false }
}

const request: KeyedRequest = { actorType: 'admin', actorId: 'a', key: 'k', fingerprint: 'f', isInSteps: false }

test('two processes at once: one acts, the other waits and gets the same response', async () => {
  const processes = Array.from({ length: 4 }, () => createKeyedRequests(keys))
  const outcomes = await Promise.all(processes.map(answer => answer(request, act)))
  const bodies = outcomes.map(outcome => (typeof outcome === 'string' ? outcome : outcome.response.body))
  expect([await count(), new Set(bodies).size]).toEqual([1, 1])
  expect(outcomes.filter(outcome => typeof outcome !== 'string' && !outcome.isReplayed)).toHaveLength(1)
})

test('so it is when the ORM, or a use case, makes another error of that of the key', async () => {
  const begun: (() => void)[] = []
  const convert = async () => {
    // Both have found no key.
    await new Promise<void>(resolve => {
      begun.push(resolve)
      if (begun.length === 2) for (const goOn of begun) goOn()
    })
    return act().catch(cause => Promise.reject(new Error('converted', { cause })))
  }
  const outcomes = await Promise.all([1, 2].map(() => createKeyedRequests(keys)(request, convert)))
  expect(outcomes.map(outcome => typeof outcome !== 'string' && outcome.isReplayed).toSorted()).toEqual([false, true])
  expect(await count()).toBe(1)
})

test('a request that fails after its transactions leaves neither effect nor key, and nothing that waits for the commit', async () => {
  let signals = 0
  const fail = async () => {
    await act()
    await afterCommit(() => signals++)
    throw new Error('no response')
  }
  await expect(answer(request, fail)).rejects.toThrow('no response')
  expect([await count(), signals]).toEqual([0, 0])
  const again = await answer({ ...request, fingerprint: 'another' }, async () => {
    await afterCommit(() => signals++)
    return act()
  })
  expect(again).toMatchObject({ isReplayed: false })
  expect([await count(), signals]).toEqual([1, 1])
})

test('a use case that goes on after a failed transaction takes the key again', async () => {
  const retry = async () => {
    const failing = transaction(pool, tx => tx.query('select 1 / 0'))
    await expect(failing).rejects.toThrow('division by zero')
    return act()
  }
  const first = await answer(request, retry)
  expect([first, await answer(request, retry)]).toMatchObject([
    { isReplayed: false },
    { isReplayed: true, response: { status: 201 } },
  ])
  expect(await count()).toBe(1)
})

test('a request that has waited eight seconds for others, which failed, does not act any more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = answer(request, async () => {
    vi.advanceTimersByTime(longestWaitMs + 1)
    throw new Error('the first one failed')
  })
  const second = answer(request, act)
  await expect(first).rejects.toThrow('the first one failed')
  expect(await second.catch(isDatabaseUnavailable)).toBe(true)
  expect(await count()).toBe(0)
  expect(await answer(request, act)).toMatchObject({ isReplayed: false })
})

test('another request is a conflict; of another member or administrator it is not', async () => {
  await answer(request, act)
  expect(await answer({ ...request, fingerprint: 'another' }, act)).toBe('conflict')
  for (const other of [{ actorId: 'b' }, { actorType: 'member' as const }])
    expect(await answer({ ...request, ...other, fingerprint: 'another' }, act)).toMatchObject({ isReplayed: false })
  expect(await count()).toBe(3)
})

test('several steps that were not all done, or cut off, go on with the same key; when all are done they are replayed', async () => {
  const steps = { ...request, isInSteps: true }
  const partial = async () => ({ ...(await act()), isPartial: true })
  expect(await answer(steps, partial)).toMatchObject({ isReplayed: false })
  const refused = () => Promise.reject(new Error('refused'))
  await expect(answer(steps, refused)).rejects.toThrow('refused')
  expect(await answer({ ...steps, fingerprint: 'another' }, partial)).toBe('conflict')
  expect(await answer(steps, act)).toMatchObject({ isReplayed: false })
  expect(await answer(steps, act)).toMatchObject({ isReplayed: true })
  expect(await count()).toBe(2)
})

test('a key is a new one after 91 days', async () => {
  await answer(request, act)
  advance(90)
  expect([await deleteOld(), await answer(request, act)]).toMatchObject([0, { isReplayed: true }])
  advance(2)
  expect([await deleteOld(), await answer(request, act)]).toMatchObject([1, { isReplayed: false }])
})

test('a key of a hold is another one than that of a request, and does not count as one', async () => {
  await pool.query(
    `insert into booking.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
     select 'hold', 'a', key, 'of a hold', '{}', $1 from unnest($2::text[]) key`,
    [now, ['k', ...Array.from({ length: maxKeysOfMember }, (_, nth) => String(nth))]],
  )
  for (const actorType of ['member', 'admin'] as const)
    expect(await answer({ ...request, actorType }, act)).toMatchObject({ isReplayed: false })
  expect(await count()).toBe(2)
})

test('old keys of every scope are deleted in as many batches as it takes', async () => {
  for (const scope of ['hold', 'movement', 'member_request', 'admin_request']) await fill(scope, 600, 92)
  await fill('hold', 3, 90)
  expect([await deleteOld(), await stored()]).toEqual([2_400, 3])
})

test('nothing is stored where nothing was done, also when rows were locked, and the key is free; what is done is stored', async () => {
  await act()
  const look = async () => {
    await transaction(pool, async tx => {
      await tx.query('select from booking.effect for update')
      await tx.query('update booking.effect set at = now() where false')
    })
    return { status: 200, body: '{}', isPartial: false }
  }
  for (const key of ['k', 'l', 'k'])
    expect(await answer({ ...request, key }, look)).toMatchObject({ isReplayed: false, response: { body: '{}' } })
  expect(await stored()).toBe(0)
  expect(await answer({ ...request, fingerprint: 'another' }, act)).toMatchObject({ isReplayed: false })
  expect([await stored(), await answer(request, look)]).toEqual([1, 'conflict'])
})

test('a member has 5,000 keys at most: one more is told so, and acts on nothing; administrators have any number', async () => {
  for (const scope of ['member_request', 'admin_request']) await fill(scope, maxKeysOfMember)
  expect(await answer({ ...request, actorType: 'member' }, act)).toBe('too many')
  expect(await count()).toBe(0)
  expect(await answer(request, act)).toMatchObject({ isReplayed: false })
})
