import { noteReply } from './checks.ts'
import type { Step } from './explore.ts'
import { type Has, rules } from './measures.ts'
import {
  chance,
  endHold,
  help,
  isAwaited,
  isCheck,
  isUnprocessed,
  letters,
  type Name,
  names,
  otherOf,
  type Queue,
  queues,
  replaced,
  type State,
  set,
} from './state.ts'

/** What the broker may deliver next. A consumer is active while it has messages in hand, and otherwise any of them may be. */
export function* deliveries(before: State, has: Has): Iterable<Step<State>> {
  for (const queue of queues)
    for (const name of names) {
      const { hasChannel, isCancelled } = before[name]
      const other = before[otherOf(name)]
      const isOtherActive = other.hasChannel && !other.isCancelled && other[queue] !== ''
      if (!hasChannel || isCancelled || (isOtherActive && has('oneConsumer'))) continue
      const delivery = (from: 'returned' | 'waiting', place: number, letter: string) =>
        help(`${name} gets ${nameOf(letter)}${from === 'returned' ? ' again' : ''}`, state => {
          set(state, from, { [queue]: replaced(before[from][queue], place) })
          setHand(state, name, queue, state[name][queue] + letter, has)
        })
      const returned = [...before.returned[queue]]
      for (const [place, letter] of returned.entries()) yield delivery('returned', place, letter)
      if (returned.length > 0 && has('returnsFirst')) continue
      for (const [place, letter] of [...before.waiting[queue]].entries())
        if (place === 0 || (isCheck(letter) && !has('bothPriorities'))) yield delivery('waiting', place, letter)
    }
}

const nameOf = (letter: string): string =>
  isCheck(letter) ? 'a check' : letter === letters.other ? 'the payment of another hold' : 'the payment'

/** Sets the messages that a process has in hand. It replies to a check as soon as each payment before it is settled or set aside. */
function setHand(state: State, name: Name, queue: Queue, hand: string, has: Has): void {
  const place = [...hand].findIndex(isCheck)
  const before = hand.slice(0, place)
  const isReplying = place >= 0 && ![...before].some(isAwaited)
  set(state, name, { [queue]: isReplying ? replaced(hand, place) : hand })
  if (!isReplying) return
  // A reply is never under way: one that comes late is like a check that is delivered late.
  const namesHold = has('namesSetAside') && before.includes(letters.setAside)
  noteReply(state, { queue, letter: hand.charAt(place), namesHold }, has)
}

/** What a process does with the messages that it has in hand. */
export function* consuming(before: State, name: Name, has: Has): Iterable<Step<State>> {
  const { isAlive, hasChannel, hasDatabase } = before[name]
  for (const queue of queues)
    for (const [place, letter] of [...before[name][queue]].entries()) {
      const become = (state: State, letter?: string) =>
        setHand(state, name, queue, replaced(before[name][queue], place, letter), has)
      const process = (state: State) => {
        become(state, hasChannel ? letters.processed : '')
        processPayment(state, has)
      }
      if (isUnprocessed(letter) && hasDatabase && !before.hold.isLocked)
        yield isAlive
          ? help(`${name} processes the payment`, process)
          : chance(`a transaction of ${name} is committed`, process)
      if (!isAlive) continue
      if (letter === letters.processed) yield help(`${name} acknowledges the payment`, state => become(state))
      if (letter === letters.payment)
        yield help(`${name} sets the payment aside`, state => become(state, letters.setAside))
      if (letter === letters.other && has('setsAside'))
        yield help(`${name} sets the payment of another hold aside`, state => become(state, letters.otherSetAside))
      if (!isCheck(letter) && !hasDatabase && hasChannel && has('givesUp'))
        yield help(`${name} gives up its place`, state => {
          loseChannel(state, name, has)
          set(state, name, { payments: '', unrouted: '' })
        })
      if (letter === letters.payment && !has('staysInHand'))
        yield chance(`${name} sends the payment to the retry queue`, state => {
          set(state, 'payment', { isInRetryQueue: true })
          become(state)
        })
      if (letter === letters.payment && !has('parksFaultsOnly'))
        yield chance(`${name} parks the payment`, state => become(state))
    }
}

/** The transaction that processes the payment. */
export function processPayment(state: State, has: Has): void {
  const { hold, payment } = state
  if (payment.isRecorded && has('inbox')) return
  set(state, 'payment', { isRecorded: true, results: payment.results + 1 })
  if (hold.status === 'open' && payment.isRight) endHold(state, 'paid')
  if (payment.results > 0) set(state, 'hold', { broken: rules.once })
}

/** The broker returns the messages in a process's hand. The process itself has not noticed it yet. */
export function loseChannel(state: State, name: Name, has: Has): void {
  if (!state[name].hasChannel) return
  const to = has('returnsAtOnce') ? 'returned' : 'late'
  for (const queue of queues) {
    const messages = [...state[name][queue]].map(letter => whenReturned(letter, has)).join('')
    if (messages !== '') set(state, to, { [queue]: state[to][queue] + messages })
  }
  set(state, name, { hasChannel: false, isCancelled: false })
}

function whenReturned(letter: string, has: Has): string {
  // A message that gets no reply is as good as lost.
  if (isCheck(letter)) return has('silentOnRedelivery') ? '' : letter
  if (!has('commitsFirst')) return ''
  return letter === letters.other || letter === letters.otherSetAside ? letters.other : letters.payment
}
