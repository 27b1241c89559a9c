import { latestExpirableDeadline } from '@campstore/holds/expire-hold'
import { isCheckLost, sendCheck } from './checks.ts'
import type { Step } from './explore.ts'
import { type Has, rules } from './measures.ts'
import { chance, deadline, endHold, graceSeconds, type HoldStatus, help, lastProof, type State, set } from './state.ts'

/** What process `a` does to end the hold, by its timer or by a sweep, or for a member who cancels it. */
export function* expiring(before: State, has: Has): Iterable<Step<State>> {
  const { world, hold, expirer, a } = before
  if (!a.isAlive || !(world.hasTimer || has('sweep'))) return
  if (world.now > 0 && expirer.hasBroker && isProofWanted(before, has) && mayAsk(before))
    yield help('a sends a check', state => sendCheck(state, has))
  if (!a.hasDatabase || hold.isLocked) return
  const status = has('underLock') ? decide(before, has) : expirer.decided
  if (status)
    // A verified end is possible whenever nothing goes wrong any more.
    yield (status === 'expired' ? help : chance)(`the hold is ${status}`, state => {
      const broken = ruleBrokenBy(status, state)
      endHold(state, status)
      set(state, 'hold', { broken })
      set(state, 'expirer', { decided: null })
    })
  if (!has('underLock') && hold.status === 'open')
    yield help('a reads the hold', state => set(state, 'expirer', { decided: decide(before, has) ?? null }))
  if (!status) yield* cancelling(before, has)
}

function isProofWanted({ hold, expirer }: State, has: Has): boolean {
  if (expirer.settledAt === null || expirer.settledAt < lastProof) return true
  if (expirer.isSetAside && has('asksAgain')) return true
  return hold.cancel.startsWith('asked') && !expirer.isCancelSettled
}

const mayAsk = (state: State): boolean => {
  const { checkAt } = state.expirer
  return checkAt === null || state.world.now > checkAt || isCheckLost(state)
}

function* cancelling({ hold, payment, expirer }: State, has: Has): Iterable<Step<State>> {
  if (hold.cancel === 'may come')
    yield chance('the member asks to cancel', state => {
      set(state, 'hold', { cancel: payment.confirmed === 'no' ? 'asked' : 'asked after the confirm' })
      set(state, 'expirer', { isCancelSettled: false })
    })
  const isKnown = expirer.isCancelSettled && !expirer.isSetAside
  if (hold.cancel.startsWith('asked') && (isKnown || !has('cancelWaits')))
    yield chance('the hold is cancelled', state => {
      endHold(state, 'cancelled')
      const isLost = hold.cancel === 'asked after the confirm' && !payment.isRecorded
      if (isLost) set(state, 'hold', { broken: rules.cancelled })
    })
}

const instant = (seconds: number): Date => new Date(seconds * 1000)

/** What `expireLocked` decides (libs/holds/src/expire-hold.ts), by its own function. */
function decide({ world, expirer }: State, has: Has): 'expired' | 'expired unverified' | undefined {
  const { now, jump, wallJump } = world
  const { settledAt, settledClock, reachableFor } = expirer
  const ahead = has('slowestClock') ? Math.min(jump, expirer.slowest) : jump
  const judged = now + (has('databaseClock') ? ahead : wallJump)
  if (judged < deadline || expirer.isSetAside) return undefined
  const through = has('monotonic') ? judged - (now - (settledAt ?? 0)) : settledClock
  const settledThrough = settledAt === null ? undefined : instant(through)
  const reachableSince = reachableFor === null ? undefined : instant(judged - reachableFor)
  const latest = latestExpirableDeadline(instant(judged), {
    settledThrough: () => settledThrough,
    reachableSince: () => reachableSince,
    isSetAside: () => expirer.isSetAside,
    waitUntilSettled: () => Promise.resolve(false),
    graceSeconds,
  })
  if (instant(deadline) > latest) return undefined
  return settledThrough && instant(deadline) <= settledThrough ? 'expired' : 'expired unverified'
}

function ruleBrokenBy(status: HoldStatus, { world, hold, payment, expirer }: State): string | null {
  if (hold.status !== 'open') return rules.endsOnce
  if (world.now < deadline) return rules.early
  if (status === 'expired' && payment.confirmed === 'in time' && !payment.isRecorded) return rules.verified
  if (status === 'expired unverified' && !expirer.isGraceOver) return rules.outage
  return null
}
