import { createRandom } from '../random-faults/random.ts'
import type { Action, Arrival, Move, Name, StaffAction } from './actions.ts'

export const names: readonly Name[] = ['a', 'b']

/** What happens to stays that are paid, and when they begin. */
export function laterOf(...of: Parameters<typeof changesOf>): { arrival: Arrival; actions: Action[] } {
  const changes = changesOf(...of)
  const actions = changes.length > 0 ? changes : cancellationsOf(...of)
  return actions.length > 0 ? { arrival: 'later', actions } : arrivalsOf(...of)
}

/**
 * In some histories staff change the stays that are paid, some twice at about the same time. They are drawn apart, so that all else in
 * a history is the same without them.
 */
function changesOf(seed: number, history: number, actions: readonly Action[]): Action[] {
  const random = createRandom(Math.imul(seed ^ 0x27d4eb2f, 0x165667b1) + Math.imul(history, 0x9e3779b1))
  if (!random.chance(0.2)) return []
  return actions.flatMap((action): Action[] => {
    if (action.kind !== 'pay') return []
    const { at, hold } = action
    const change = (after: number, to: Move): Action => {
      return { at: at + after, kind: 'change', hold, process: random.pick(names), to }
    }
    const after = random.between(1, 1_500)
    const first = change(after, random.pick(['away', 'later']))
    return random.chance(0.5) ? [first] : [first, change(after + random.pick([0, 3, 1_500]), 'back')]
  })
}

/**
 * In other histories guests come while staff give back parts, change, cancel and complete their stays, and members cancel them. Staff
 * withdraw and record refunds. The payment service says what it has given back, also where nothing is due yet, or could not give back.
 */
function arrivalsOf(seed: number, history: number, actions: readonly Action[]): ReturnType<typeof laterOf> {
  const random = createRandom(Math.imul(seed ^ 0xc2b2ae35, 0x85ebca6b) + Math.imul(history, 0x27d4eb2f))
  if (!random.chance(0.25)) return { arrival: 'later', actions: [] }
  const paid = actions.flatMap(action => (action.kind === 'pay' ? [action] : []))
  const arrivals = paid.flatMap(({ at, hold, event }): Action[] => {
    const soon = (most = 2_500) => ({ at: at + random.between(1, most), hold, process: random.pick(names) })
    const staff = (action: StaffAction, most?: number): Action => ({ ...soon(most), kind: 'staff', action })
    const others: (() => Action)[] = [
      () => staff('cancel-paid'),
      () => staff('complete'),
      () => ({ ...soon(), kind: 'cancel-stay' }),
      () => ({ ...soon(), kind: 'change', to: 'away' }),
    ]
    const report = (): Action => {
      const names = random.pick(['none', 'one', 'one', 'all'] as const)
      return { ...soon(), kind: 'report', event, names, isUsed: random.chance(0.3) }
    }
    const act = () => random.pick(['withdraw', 'withdraw', 'done', 'done together'] as const)
    const rare: (() => Action)[] = [
      () => ({ ...soon(), kind: 'failure' }),
      () => ({ ...soon(), kind: 'pay', event, priority: 0, isAgain: true }),
    ]
    return [
      staff('confirm', 500),
      ...Array.from({ length: 1 + random.below(2) }, () => staff(random.pick(['arrived', 'arrived', 'no-show']))),
      ...Array.from({ length: random.below(4) }, () => staff('refund')),
      ...Array.from(
        { length: random.below(4) },
        (): Action => ({ ...soon(), kind: 'refunds', act: act(), isUsed: random.chance(0.3) }),
      ),
      ...Array.from({ length: random.below(3) }, report),
      ...Array.from({ length: random.below(2) }, () => random.pick(rare)()),
      ...Array.from({ length: 1 + random.below(2) }, () => random.pick(others)()),
    ]
  })
  const nextDay = Math.min(...paid.map(({ at }) => at)) + random.between(0, 2_000)
  const isNext = paid.length > 0 && random.chance(0.7)
  return {
    arrival: random.pick(['today', 'tomorrow']),
    actions: [...arrivals, ...(isNext ? [{ at: nextDay, kind: 'next-day' } as const] : [])],
  }
}

/** In other histories members cancel them, some twice, while the policy may change. */
function cancellationsOf(seed: number, history: number, actions: readonly Action[]): Action[] {
  const random = createRandom(Math.imul(seed ^ 0x85ebca6b, 0x27d4eb2f) + Math.imul(history, 0x9e3779b1))
  if (!random.chance(0.2)) return []
  const cancelled = actions.flatMap(({ at, ...action }): Action[] => {
    if (action.kind !== 'pay' || random.chance(0.7)) return []
    const times = random.chance(0.3) ? [1, 300] : [1]
    return times.map(later => ({
      at: at + random.between(later, 2_000),
      kind: 'cancel-stay',
      hold: action.hold,
      process: random.pick(names),
    }))
  })
  if (random.chance(0.5)) return cancelled
  return [...cancelled, { at: random.between(0, 6_000), kind: 'policy', refundPercent: random.pick([0, 10, 100]) }]
}
