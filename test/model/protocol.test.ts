import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BatchMeasure, batchCases, batchMeasures, batchModel, batchRules } from './batches.ts'
import { explore } from './explore.ts'
import { assumptions, type Condition, type Measure, measures, type Rule, rules } from './measures.ts'
import { beginnings, brokenAtOnce, moneyModel } from './money.ts'
import { protocolModel, type Special } from './protocol.ts'

/** What docs/protocol.md says of the model is tested, too. */
const page = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8')
const isOnPage = (...cells: (string | number)[]): boolean => page.includes(`| ${cells.join(' | ')} |`)
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const usualFaults = 2
/** How many faults the usual hold meets; a special one meets one less. */
const faults = Number(process.env.MODEL_FAULTS ?? usualFaults)

test.each<[hold: Special, faults: number]>([
  ['nothing', faults],
  ['may be cancelled', faults - 1],
  ['payment is wrong', faults - 1],
  ['another payment is stuck', faults - 1],
])('each rule is kept; special: %s; faults: %i', (special, allowed) => {
  const { violation, states } = explore(protocolModel({ special, faults: allowed }))
  expect(violation).toBeUndefined()
  if (faults === usualFaults) expect([states, isOnPage(allowed, states.toLocaleString('en'))]).toEqual([states, true])
})

test('holds are taken once and answered, by batches of two processes, a change of a stay and the end of one', () => {
  const explored = Object.values(batchCases).map(of => explore(batchModel(of)))
  expect(explored.map(({ violation }) => violation)).toEqual(explored.map(() => undefined))
  const states = explored.map(({ states }) => states.toLocaleString('en')).join(', ')
  expect([states, isOnPage('1', states, '–')]).toEqual([states, true])
})

test('the account of a record keeps its rules, whatever happens to it in which order', () => {
  const explored = beginnings.map(([record, events]) => explore(moneyModel(record, events)))
  expect(explored.map(({ violation }) => violation)).toEqual(beginnings.map(() => undefined))
  const states = explored.map(({ states }) => states.toLocaleString('en')).join(', ')
  expect([states, isOnPage('–', states, '–')]).toEqual([states, true])
})

test('two events at once break a rule only if the account is not locked before it is read', () => {
  expect(brokenAtOnce({ isLocked: true })).toEqual(new Set())
  const broken = [
    'no more is given back than was charged',
    'a refund is made once',
    "what is the payer's is not withdrawn",
  ]
  expect([...brokenAtOnce({ isLocked: false })]).toEqual(expect.arrayContaining(broken))
})

/** Holds to which a measure matters. */
const specials: Partial<Record<Condition, Special>> = {
  cancelWaits: 'may be cancelled',
  asksAgain: 'payment is wrong',
  setsAside: 'another payment is stuck',
}

/** The rule that breaks without a measure or an assumption, and the fewest faults that break it. */
function breakWithout(without: Condition, rule: Rule): { broken: string | undefined; faults: number } {
  const special = specials[without] ?? 'nothing'
  for (let faults = 0; ; faults += 1) {
    const { violation } = explore(protocolModel({ special, faults, without, rule }))
    if (violation || faults === usualFaults) return { broken: violation?.rule, faults }
  }
}

test.each(Object.entries(measures) as [Condition, Measure][])(
  'without %s a rule breaks',
  (without, { text, rule, decision }) => {
    const { broken, faults } = breakWithout(without, rule)
    expect(broken).toBe(rules[rule])
    expect([faults, isOnPage(sentence(text), decision ?? '–', faults)]).toEqual([faults, true])
  },
)

test.each(Object.entries(assumptions) as [Condition, Measure][])(
  'if it is not true that %s a rule breaks',
  (without, { text, rule }) => {
    expect(breakWithout(without, rule).broken).toBe(rules[rule])
    expect(isOnPage(sentence(text))).toBe(true)
  },
)

test.each(Object.entries(batchMeasures))('without %s a rule breaks', (without, { text, decision, rule }) => {
  const breaks = Object.values(batchCases).find(
    of => explore(batchModel(of, without as BatchMeasure)).violation?.rule === batchRules[rule],
  )
  expect(breaks).toBeDefined()
  expect(isOnPage(sentence(text), decision)).toBe(true)
})
