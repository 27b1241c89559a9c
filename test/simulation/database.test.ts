import { useDatabase } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../random-faults/random.ts'
import { observe, type Script, startScript } from './database-script.ts'
import { realSide, simulatedSide } from './database-sides.ts'

// The simulated database against the real one: the same statements of the product, the same answers, waits and tables.
const database = useDatabase()
const owner = database.pool()

/**
 * Steps of sessions, by the behaviour they show: what no random script has. No step wakes two sessions that then need
 * the same lock: the machine would decide which of them gets it first.
 */
const scripts: Record<string, string> = {
  'three wait for a zone in the order in which they came':
    'a begin, a take four, b begin, b take five, c begin, c take six@3, d take seven@4, a rollback, b rollback, c commit',
  'a statement takes several holds, of which two fit':
    'a take four@3+five@4+six@5, a take six@5+seven@6, b lock setup-1, b change expire, b take four@3+six@5+seven@6',
  'a statement has a member and a key twice, and another request with a used key': 'a take k+k@3+k+l, a take k!+l+l@3',
  'a statement of several holds waits for each of its members, and then for the night': `
    a begin, a take four@3, b begin, b take five@4, c begin, c take six@4+five@4+four@3, a commit, b rollback,
    d take seven@5, c commit`,
  'a booking is locked after another session has only locked it, and then after one has changed it': `
    a begin, a lock setup-1, b lock setup-1, a commit, a begin, a lock setup-1, a change pay, b lock setup-1, a commit`,
  'a wait ends by the limit of locks': `
    a begin, a lock setup-1, b set lock_timeout=50, b begin, b record, b lock setup-1 until-its-end, d record, b record,
    b commit, a commit`,
  'a wait ends by the limit of statements':
    'a begin, a lock setup-1, b set statement_timeout=50, b lock setup-1 until-its-end',
  'an idle transaction ends, and with it its locks': `
    a begin, a lock setup-1, b begin, b lock setup-1, a idle idle_in_transaction_session_timeout=50 until-its-end,
    a lock setup-4`,
}

test.each(Object.entries(scripts))('%s', async (_, script) => {
  const steps = script.trim().split(/,\s+/)
  const expected = await observe(await realSide(database, owner), steps)
  expect(await observe(simulatedSide(), steps)).toEqual(expected)
})

const payment = ['lock', 'account', 'change pay', 'note', 'record']
/** What the product does, with or without a transaction. */
const plans: [isTransaction: boolean, steps: string[]][] = [
  [true, payment],
  [true, ['overdue', 'change expire', 'overdue', 'change expire']],
  [true, ['take', 'publish x']],
  [false, ['take']],
  [false, ['lock', 'change pay', 'account', 'record']],
  [false, ['claim', 'read', 'remove', 'unlock']],
]
/** What waits for the same, or would be woken at once in any order: only one session at a time waits for each. */
const waitsFor: Readonly<Record<string, string[]>> = {
  take: ['publishing'],
  change: ['publishing', 'booking'],
  lock: ['booking'],
  account: ['booking', 'trade number'],
  record: ['record'],
}

/** A plan up to any point. */
function planOf(random: Random): string[] {
  const [isTransaction, steps] = random.pick(plans)
  const some = steps.slice(0, 1 + random.below(steps.length)).map(step => {
    if (step === 'lock') return `lock setup-${random.pick([1, 4, 7])}`
    return step === 'take' ? `take ${random.pick(['k', 'l', 'k!'])}` : step
  })
  return isTransaction ? ['begin', ...some, random.chance(0.7) ? 'commit' : 'rollback'] : some
}

/** Sessions carry out plans in an order of the seed, and lose their clients. What happens next depends on who waits. */
async function randomScript(random: Random, script: Script) {
  const names = ['a', 'b', 'c', 'd']
  const ahead = new Map<string, string[]>()
  const waiting = new Map<string, string[]>()
  const observations: Awaited<ReturnType<Script['step']>>[] = []
  while (observations.length < 60) {
    const name = random.pick(names)
    const isLost = random.chance(0.04)
    if (waiting.has(name) && !isLost) continue
    const [next = '', ...rest] = isLost ? ['lose'] : ahead.get(name)?.length ? (ahead.get(name) ?? []) : planOf(random)
    const wanted = waitsFor[next.split(' ')[0] ?? ''] ?? []
    if ([...waiting.values()].flat().some(taken => wanted.includes(taken))) continue
    ahead.set(name, rest)
    const observation = await script.step(`${name} ${next}`)
    observations.push(observation)
    // A statement whose client has left waits on.
    const left = waiting.get(name)
    if (isLost && left) waiting.set(`${name} until ${observations.length}`, left)
    if (observation.waiting.includes(name)) waiting.set(name, wanted)
    for (const waiter of names) if (!observation.waiting.includes(waiter)) waiting.delete(waiter)
  }
  await script.end()
  return observations
}

test.each(Array.from({ length: 12 }, (_, seed) => 7000 + seed))('a random script, of seed %i', async seed => {
  const simulated = await randomScript(createRandom(seed), await startScript(simulatedSide()))
  const steps = simulated.map(({ step }) => step)
  expect(simulated).toEqual(await observe(await realSide(database, owner), steps))
})
