import { describe, expect, test } from 'vitest'
import type { HoldState, Moment, NextState } from '../lifecycle.ts'

/** A row of a contract's table, written independently of the code. */
export type AllowedTransition<Name, Trigger, When, State, Effects> = {
  from: Name
  trigger: Trigger
  when: readonly When[]
  changes: Partial<State>
  effects: Effects
}

/** A state machine, and the table that it must be. */
type Matrix<Name extends string, Trigger extends string, When extends string, State extends HoldState, Effects> = {
  transition(record: State, trigger: Trigger, moment: Moment): NextState<State, Effects> | undefined
  /** Every state by its name, including unreachable ones. */
  states: Readonly<Record<Name, State>>
  triggers: readonly Trigger[]
  moments: Readonly<Record<When, Moment>>
  table: readonly AllowedTransition<Name, Trigger, When, State, Effects>[]
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/** Tests every state with every trigger at every moment: the transitions of the table happen, and everything else is refused. */
export function testLifecycle<
  Name extends string,
  Trigger extends string,
  When extends string,
  State extends HoldState,
  Effects,
>({ transition, states, triggers, moments, table }: Matrix<Name, Trigger, When, State, Effects>): void {
  const cells = keysOf(states).flatMap(from =>
    triggers.flatMap(trigger =>
      keysOf(moments).map(moment => {
        const row = table.find(row => row.from === from && row.trigger === trigger && row.when.includes(moment))
        const expected = row && { changes: row.changes, effects: row.effects }
        return { from, trigger, moment, expected, result: row ? 'allowed' : 'refused' }
      }),
    ),
  )
  describe('lifecycle', () => {
    test.each(cells)('$from + $trigger $moment: $result', ({ from, trigger, moment, expected }) => {
      expect(transition(states[from], trigger, moments[moment])).toEqual(expected)
    })
  })
}
