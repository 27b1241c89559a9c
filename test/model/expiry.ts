import { latestExpirableDeadline } from '@campstore/holds/expire-hold'
import { isSettled, reachableAt, settledAt } from '@campstore/messaging/settlement-step'
import { isCheckLost, sendCheck } from './checks.ts'
import type { Step } from './explore.ts'
import { type Has, rules } from './measures.ts'
import {
  chance,
  deadline,
  endHold,
  graceSeconds,
  type HoldStatus,
  help,
  lastProof,
  type State,
  second,
  set,
} from './state.ts'

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

function isProofWanted({ hold, monitor, expirer }: State, has: Has): boolean {
  if (!isSettled(monitor, lastProof * second)) return true
  if (isSetAside(monitor) && has('asksAgain')) return true
  return hold.cancel.startsWith('asked') && !expirer.isCancelSettled
}

const isSetAside = ({ setAside }: State['monitor']): boolean => setAside.length > 0

const mayAsk = (state: State): boolean => state.monitor.current === null || isCheckLost(state)

function* cancelling({ hold, payment, monitor, expirer }: State, has: Has): Iterable<Step<State>> {
  if (hold.cancel === 'may come')
    yield chance('the member asks to cancel', state => {
      set(state, 'hold', { cancel: payment.confirmed === 'no' ? 'asked' : 'asked after the confirm' })
      set(state, 'expirer', { isCancelSettled: false })
    })
  const isKnown = expirer.isCancelSettled && !isSetAside(monitor)
  if (hold.cancel.startsWith('asked') && (isKnown || !has('cancelWaits')))
    yield chance('the hold is cancelled', state => {
      endHold(state, 'cancelled')
      const isLost = hold.cancel === 'asked after the confirm' && !payment.isRecorded
      if (isLost) set(state, 'hold', { broken: rules.cancelled })
    })
}

const instant = (seconds: number): Date => new Date(seconds * second)

/** What `expireLocked` decides (libs/holds/src/expire-hold.ts), by its own function. */
function decide({ world, monitor, expirer }: State, has: Has): 'expired' | 'expired unverified' | undefined {
  const { now, jump, wallJump } = world
  const ahead = has('slowestClock') ? Math.min(jump, expirer.slowest) : jump
  const judged = now + (has('databaseClock') ? ahead : wallJump)
  if (judged < deadline || isSetAside(monitor)) return undefined
  const settled = settledAt(monitor, now * second)
  const through = has('monotonic') ? judged - now + (settled ?? 0) / second : expirer.settledClock
  const settledThrough = settled === undefined ? undefined : instant(through)
  const broker = reachableAt(monitor, now * second)
  const database = has('graceNeedsDatabase') ? now - expirer.databaseFor : 0
  const since = broker === undefined ? undefined : Math.max(broker / second, database)
  const reachableSince = since === undefined ? undefined : instant(judged - now + since)
  const latest = latestExpirableDeadline(instant(judged), {
    settledThrough: () => settledThrough,
    reachableSince: () => reachableSince,
    isSetAside: () => isSetAside(monitor),
    waitUntilSettled: () => Promise.resolve(false),
    graceSeconds: (graceSeconds * second) / 1000,
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
