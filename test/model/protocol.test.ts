import { describe, expect, test } from 'vitest'
import { explore } from './explore.ts'
import { type Measure, measures, protocolModel } from './protocol.ts'

const early = 'no hold ends before its deadline'
const verified = 'a payment confirmed in time is followed by no verified expiry'

/** The rule that breaks without each measure. */
const brokenWithout: Record<Measure, string> = {
  oneConsumer: verified,
  bothPriorities: verified,
  silentOnRedelivery: verified,
  staysInHand: verified,
  commitsFirst: verified,
  inbox: 'a payment is applied or reported once',
  namesSetAside: verified,
  datedBefore: verified,
  monotonic: verified,
  slowestClock: early,
  reachable: 'an outage ends no hold unverified',
  givesUp: 'each hold ends, and each payment is applied or reported',
  finishes: verified,
  returnsFirst: verified,
}

describe('the protocol of holds and payments, in every state with one fault', () => {
  test.each(['a', 'b'] as const)('keeps each rule; consumer %s has the payments at first', active => {
    expect(explore(protocolModel({ active, faults: 1 })).violation).toBeUndefined()
  })

  test.each(Object.entries(brokenWithout) as [Measure, string][])('without %s: %s', (without, rule) => {
    const { violation } = explore(protocolModel({ active: 'b', faults: 1, without }))
    expect(violation?.rule, measures[without]).toBe(rule)
  })
})
