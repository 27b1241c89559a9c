import { forgetCheck, publishPayment } from './checks.ts'
import { loseChannel, processPayment } from './consumers.ts'
import type { Step } from './explore.ts'
import { passSecond } from './happening.ts'
import type { Has } from './measures.ts'
import {
  chance,
  fault,
  forgetAll,
  help,
  isUnprocessed,
  letters,
  type Name,
  names,
  only,
  type Queue,
  queues,
  type State,
  set,
} from './state.ts'

const nothing = { payments: '', unrouted: '' }

/** The faults of one of the processes. */
export function* faultsOf(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { isAlive, hasChannel, hasDatabase, isCancelled, ...hand } = before[name]
  if (hasChannel) yield fault(`${name} loses its consumers, or freezes`, state => loseChannel(state, name, has))
  if (hasChannel && !isCancelled && !has('finishes'))
    yield fault(`${name} cancels its consumers and keeps their messages`, state =>
      set(state, name, { isCancelled: true }),
    )
  if (isAlive)
    yield fault(`${name} crashes`, state => {
      loseChannel(state, name, has)
      if (name === 'a') forgetAll(state)
      // A transaction may be committed after the end of its process.
      const transactions = (queue: Queue) => (hasDatabase ? only(hand[queue], isUnprocessed) : '')
      set(state, name, { isAlive: false, payments: transactions('payments'), unrouted: transactions('unrouted') })
    })
  if (!hasDatabase) return
  yield fault(`${name} loses its database`, state => loseDatabase(state, name))
  if (isAlive && queues.some(queue => [...hand[queue]].some(isUnprocessed)))
    yield fault(`${name} loses its database, which has committed the payment`, state => {
      processPayment(state, has)
      loseDatabase(state, name)
    })
  if (isAlive && !has('sessionsEnd'))
    yield fault(`${name} loses its database while it has locked the hold`, state => {
      set(state, 'hold', { isLocked: true })
      loseDatabase(state, name)
    })
}

function loseDatabase(state: State, name: Name): void {
  set(state, name, { hasDatabase: false })
  if (name === 'a') set(state, 'expirer', { databaseFor: 0 })
}

/** The faults of the broker, and of PostgreSQL where it may have one. */
export function* faultsOfServers(before: State, has: Has): Iterable<Step<State>> {
  const { world, hold, payment, waiting, a, b } = before
  if (a.hasChannel || b.hasChannel)
    yield fault('the broker restarts', state => {
      for (const name of names) loseChannel(state, name, has)
      forgetCheck(state)
    })
  if (world.isBound)
    yield fault('the binding of the payments is lost', state => set(state, 'world', { isBound: false }))
  if (payment.confirmed === 'no')
    yield fault('the broker takes the payment, and its confirm is lost', state => publishPayment(state, has))
  if (!has('keepsMessages') && waiting.payments.includes(letters.payment))
    yield fault('the broker loses the payment', state =>
      set(state, 'waiting', { payments: waiting.payments.replace(letters.payment, '') }),
    )
  if (!has('keepsCommits') && hold.status === 'paid')
    yield fault('a standby without the last commit is promoted', state => {
      set(state, 'hold', { status: 'open' })
      set(state, 'payment', { isRecorded: false, results: 0 })
    })
}

/** The faults of clocks, and of process `a` as the one that ends the hold. */
export function* faultsOfExpiry({ world, expirer, a }: State, has: Has): Iterable<Step<State>> {
  const isAnyBehind = expirer.slowest < 0
  if (world.jump === 0)
    for (const jump of isAnyBehind ? [2] : [2, -1])
      yield fault(`PostgreSQL's clock jumps by ${jump} s`, state => {
        set(state, 'world', { jump })
        set(state, 'expirer', { slowest: Math.min(expirer.slowest, jump) })
      })
  if (!has('databaseClock')) yield fault('the clock of a jumps by 2 s', state => set(state, 'world', { wallJump: 2 }))
  if (!has('sweep')) yield fault('the timer is lost', state => set(state, 'world', { hasTimer: false }))
  if (!a.isAlive) return
  if (expirer.hasBroker)
    yield fault('the broker takes nothing from a', state => {
      forgetCheck(state)
      set(state, 'expirer', { hasBroker: false })
    })
  yield fault('a is frozen for a second', state => {
    loseChannel(state, 'a', has)
    forgetCheck(state)
    passSecond(state, 'is frozen', has)
  })
  if (!isAnyBehind && world.jump >= 0)
    yield fault('the machine of a is suspended for a second', state => passSecond(state, 'is suspended', has))
}

/** How a process recovers. */
export function* recovering({ world, ...processes }: State, name: Name, has: Has): Iterable<Step<State>> {
  const { isAlive, hasChannel, hasDatabase } = processes[name]
  if (!isAlive)
    yield help(`${name} starts`, state => {
      set(state, name, { ...nothing, isAlive: true })
      const own = has('ownClockAtStart') && has('startsRight') ? 0 : world.jump
      if (name === 'a') set(state, 'expirer', { slowest: Math.min(world.jump, own) })
    })
  if (isAlive && !hasChannel && hasDatabase && has('opensAgain'))
    yield help(`${name} consumes`, state => set(state, name, { ...nothing, hasChannel: true }))
  if (!hasDatabase) yield chance(`${name} has its database again`, state => set(state, name, { hasDatabase: true }))
}

/** How the others recover. */
export function* recoveringOthers({ world, hold, expirer }: State, has: Has): Iterable<Step<State>> {
  if (!expirer.hasBroker)
    yield help('the broker takes messages of a', state => set(state, 'expirer', { hasBroker: true }))
  if (world.jump !== 0)
    yield help("PostgreSQL's clock is set right", state => {
      set(state, 'world', { jump: 0 })
      set(state, 'expirer', { slowest: Math.min(expirer.slowest, 0) })
    })
  if (hold.status !== 'open' && !world.isBound && has('sameRoute'))
    yield help('the check of another hold finds that the binding is lost', state =>
      set(state, 'world', { isBound: true }),
    )
}
