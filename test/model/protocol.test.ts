import { expect, test } from 'vitest'
import { explore } from './explore.ts'
import { type Condition, conditions, type Rule, rules } from './measures.ts'
import { protocolModel, type Special } from './protocol.ts'

const usualFaults = 2
/** How many faults the usual hold meets; a special one meets one less. */
const faults = Number(process.env.MODEL_FAULTS ?? usualFaults)

test.each<[hold: Special, faults: number, states: number]>([
  ['nothing', faults, 632_997],
  ['may be cancelled', faults - 1, 236_008],
  ['payment is wrong', faults - 1, 124_800],
  ['another payment is stuck', faults - 1, 203_223],
])('each rule is kept; special: %s; faults: %i', (special, allowed, expected) => {
  const { violation, states } = explore(protocolModel({ special, faults: allowed }))
  expect(violation).toBeUndefined()
  // Fewer states would be a model in which less can happen.
  if (faults === usualFaults) expect(states).toBe(expected)
})

/** Holds to which a measure matters. */
const specials: Partial<Record<Condition, Special>> = {
  cancelWaits: 'may be cancelled',
  asksAgain: 'payment is wrong',
  setsAside: 'another payment is stuck',
}

/** The rule that breaks without a measure or an assumption, by as few faults as possible. */
function brokenWithout(without: Condition, rule: Rule): string | undefined {
  const special = specials[without] ?? 'nothing'
  for (let faults = 0; ; faults += 1) {
    const { violation } = explore(protocolModel({ special, faults, without, rule }))
    if (violation || faults === usualFaults) return violation?.rule
  }
}

test.each(Object.entries(conditions) as [Condition, Rule][])('without %s rule "%s" breaks', (without, rule) => {
  expect(brokenWithout(without, rule)).toBe(rules[rule])
})
