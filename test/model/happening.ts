import { moveKnowledge, publishPayment, watchAvailability } from './checks.ts'
import type { Step } from './explore.ts'
import type { Has } from './measures.ts'
import { chance, deadline, graceSeconds, help, lastSecond, type Queue, queues, type State, set } from './state.ts'

/** A second passes. Process `a` may be frozen, or its machine suspended, so that its monotonic clock stands still, too. */
export function passSecond(state: State, a: 'runs' | 'is frozen' | 'is suspended', has: Has): void {
  const { world, expirer } = state
  const isTaken = (state.a.hasChannel || state.b.hasChannel) && queues.every(queue => isEmpty(state, queue))
  const isReachable = a === 'runs' && state.a.isAlive && state.a.hasDatabase && expirer.hasBroker && isTaken
  set(state, 'world', { now: Math.min(world.now + 1, lastSecond) })
  if (isReachable && world.now >= deadline) set(state, 'expirer', { isGraceOver: true })
  if (a === 'is suspended') {
    set(state, 'expirer', { slowest: expirer.slowest - 1 })
    state.monitor = moveKnowledge(state.monitor, state.world.now - world.now)
    return
  }
  if (!state.a.isAlive) return
  if (state.a.hasDatabase) set(state, 'expirer', { databaseFor: Math.min(expirer.databaseFor + 1, graceSeconds) })
  const isSending = (a === 'runs' || !has('noticesFreeze')) && (expirer.hasBroker || !has('graceNeedsBroker'))
  const isSeenTaken = isTaken || !has('graceNeedsConsumer')
  state.monitor = watchAvailability(state.monitor, isSending, isSeenTaken, world.now, state.world.now)
}

/** Whether consumers have taken all messages of a queue. */
const isEmpty = ({ waiting, returned, late }: State, queue: Queue): boolean =>
  `${waiting[queue]}${returned[queue]}${late[queue]}` === ''

/** What happens without a fault. */
export function* happening({ world, hold, payment, late }: State, has: Has): Iterable<Step<State>> {
  if (hold.status === 'open') yield help('a second passes', state => passSecond(state, 'runs', has))
  if (payment.confirmed === 'no')
    yield chance('the broker confirms the payment', state => {
      publishPayment(state, has)
      set(state, 'payment', { confirmed: world.now < deadline ? 'in time' : 'late' })
    })
  if (payment.isInRetryQueue)
    yield help('the payment comes back from the retry queue', state => {
      set(state, 'payment', { isInRetryQueue: false })
      publishPayment(state, has)
    })
  if (payment.isRecorded && !has('recordsStay'))
    yield chance('the record of the payment is deleted', state => set(state, 'payment', { isRecorded: false }))
  for (const queue of queues)
    if (late[queue] !== '')
      yield help('the broker returns messages late', state => {
        set(state, 'returned', { [queue]: state.returned[queue] + late[queue] })
        set(state, 'late', { [queue]: '' })
      })
}
