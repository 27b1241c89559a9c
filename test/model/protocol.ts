import { consuming, deliveries } from './consumers.ts'
import { expiring } from './expiry.ts'
import type { Model } from './explore.ts'
import { faultsOf, faultsOfExpiry, faultsOfServers, recovering, recoveringOthers } from './faults.ts'
import { happening } from './happening.ts'
import { type Condition, type Has, type Rule, rules } from './measures.ts'
import { initialState, letters, names, type State, set } from './state.ts'

/** What is special about the hold. */
export type Special = 'nothing' | 'may be cancelled' | 'payment is wrong' | 'another payment is stuck'

/**
 * The protocol of one hold and its payment (docs/protocol.md). `state.ts` has what there is, `happening.ts` how time passes and the
 * payment comes, `consumers.ts` how payments are delivered and processed, `checks.ts` how a check is sent and what its replies prove,
 * `expiry.ts` how the hold ends, and `faults.ts` faults and recovery. Each of them asks `has` where a measure or an
 * assumption (`measures.ts`) may be left out.
 *
 * @param options.without a measure or an assumption that is left out on purpose
 * @param options.rule the only one that is looked at, by default each
 */
export function protocolModel(options: {
  faults: number
  special?: Special
  without?: Condition
  rule?: Rule
}): Model<State> {
  const { faults, special = 'nothing', without, rule } = options
  const has: Has = condition => condition !== without
  return {
    initial: initialStateOf(special, faults),
    *steps(state) {
      const isOpen = state.hold.status === 'open'
      yield* happening(state, has)
      yield* deliveries(state, has)
      for (const name of names) {
        yield* consuming(state, name, has)
        yield* recovering(state, name, has)
      }
      yield* recoveringOthers(state, has)
      if (isOpen || !has('underLock')) yield* expiring(state, has)
      if (state.world.faultsLeft === 0) return
      for (const name of names) yield* faultsOf(state, name, has)
      yield* faultsOfServers(state, has)
      if (isOpen) yield* faultsOfExpiry(state, has)
    },
    broken: ({ hold: { broken } }) => (broken !== null && (!rule || broken === rules[rule]) ? broken : undefined),
    progress: {
      rule: rules.ends,
      isEnd: ({ hold, payment, world }) =>
        hold.status !== 'open' && (payment.confirmed === 'no' || payment.results > 0) && world.isBound,
      // A process may lack its database for good. If `a` does, no process ends the hold.
      isExpectedFrom: ({ a }) => a.hasDatabase,
    },
  }
}

function initialStateOf(special: Special, faultsLeft: number): State {
  const state = initialState()
  set(state, 'world', { faultsLeft })
  if (special === 'may be cancelled') set(state, 'hold', { cancel: 'may come' })
  if (special === 'payment is wrong') set(state, 'payment', { isRight: false })
  if (special === 'another payment is stuck') set(state, 'waiting', { payments: letters.other })
  return state
}
