import { createCheckedRoute } from '@campstore/messaging/settlement-route'
import type { Has } from './measures.ts'
import { forgetCheck, isCheck, lastProof, letters, type Queue, queues, type State, set } from './state.ts'

/** How payments and checks are routed, and what process `a` concludes from replies: `createCheckedRoute` is the product's. */

const byExchange = { exchange: 'payments', routingKey: 'booking' }
const directTo = (queue: Queue) => ({ exchange: '', routingKey: queue })

const route = createCheckedRoute('payments', { ...byExchange, alternateQueue: 'unrouted' }, {
  error: () => {},
} as never)

/** The queue that gets messages of the exchange; undefined if none does. */
function routed({ world }: State, has: Has): Queue | undefined {
  if (world.isBound) return 'payments'
  return has('unroutedQueue') ? 'unrouted' : undefined
}

export function publishPayment(state: State, has: Has): void {
  const queue = routed(state, has)
  if (queue) set(state, 'waiting', { [queue]: state.waiting[queue] + letters.payment })
}

/** Process `a` sends a check. One without its replies is given up. */
export function sendCheck(state: State, has: Has): void {
  const { reachableFor } = state.expirer
  forgetCheck(state)
  set(state, 'expirer', {
    checkAt: Math.min(state.world.now, lastProof),
    coversCancel: state.hold.cancel.startsWith('asked'),
    reachableFor: state.a.hasDatabase ? (reachableFor ?? 0) : reachableFor,
  })
  for (const target of has('sameRoute') ? route.targets : queues.map(directTo)) {
    const isDirect = target.exchange === ''
    const queue = isDirect ? queues.find(name => name === target.routingKey) : routed(state, has)
    if (isDirect && queue === 'unrouted' && !(has('unroutedQueue') && has('checksUnrouted'))) continue
    if (queue === undefined) {
      // The broker returns messages that no queue takes.
      declareAgain(state, has)
      break
    }
    const letter = isDirect ? letters.direct : letters.byExchange
    set(state, 'waiting', { [queue]: state.waiting[queue] + letter })
    set(state, 'expirer', { missing: state.expirer.missing + provenBy(queue, letter) })
  }
}

/** Of which queue a message of a check is to prove that it is settled, as in `missing`. */
const provenBy = (queue: Queue, letter: string): string => (letter === letters.byExchange ? 'p' : queue.charAt(0))

/** Whether a message of the check is lost. */
export function isCheckLost({ expirer, waiting, returned, a, b }: State): boolean {
  const underway = [waiting, returned, a, b].flatMap(messages => queues.map(queue => messages[queue])).join('')
  return [...underway].filter(isCheck).length < expirer.missing.length
}

/** Process `a` gets the reply to a message of its check, which names the queue that the message came from. */
export function noteReply(state: State, reply: { queue: Queue; letter: string; namesHold: boolean }, has: Has): void {
  const { queue, letter } = reply
  const target = letter === letters.direct ? directTo(queue) : byExchange
  const judgement = route.judge(target, { queue, setAside: [] })
  if (judgement === 'declare again') declareAgain(state, has)
  if (judgement !== 'counts') return
  const missing = state.expirer.missing.replace(provenBy(queue, letter), '')
  set(state, 'expirer', { missing, namesHold: state.expirer.namesHold || reply.namesHold })
  if (missing === '') noteProof(state, has)
}

function noteProof(state: State, has: Has): void {
  const { checkAt, namesHold, isCancelSettled, coversCancel } = state.expirer
  if (checkAt === null) throw new Error('A reply without a check')
  const settledAt = has('datedBefore') ? checkAt : Math.min(state.world.now, lastProof)
  set(state, 'expirer', {
    settledAt,
    settledClock: has('monotonic') ? 0 : settledAt + state.world.jump,
    isSetAside: namesHold,
    isCancelSettled: isCancelSettled || coversCancel,
  })
  forgetCheck(state)
}

function declareAgain(state: State, has: Has): void {
  set(state, 'world', { isBound: true })
  loseBroker(state, has)
}

/** Process `a` loses the connection by which it publishes and gets replies. */
export function loseBroker(state: State, has: Has): void {
  forgetCheck(state)
  if (has('graceNeedsBroker')) set(state, 'expirer', { reachableFor: null })
}
