import { ApiError } from '@campstore/contract/errors'
import { type PaymentNotification, paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { type Money, money } from '@campstore/core/money'
import { signedMessage } from '@campstore/payments/notification'
import type { Action, Name } from './plan.ts'
import { paymentSecret, type SimulatedProcess } from './process.ts'
import { epoch } from './time.ts'
import type { World } from './world.ts'

/** How long the payment service waits for a confirm. */
const confirmTimeoutMs = 10_000
/** How long a member waits for an answer, before asking the other process. */
const answerTimeoutMs = 10_000
/** How often a member asks. */
const attempts = 4

type Answer<T> = T | ApiError | undefined
type Request<T> = (process: SimulatedProcess) => Promise<T>

/** The members, who book, cancel and repeat what got no answer, and the payment service. */
export function createPeople(world: World) {
  const { time, broker, database, truth, pending, note, tell, violate, later, hop } = world
  const taken = new Map<number, { id: string; amount: Money }>()

  const askOnce = <T>(name: Name, request: Request<T>) =>
    new Promise<Answer<T>>(resolve => {
      const process = world.processes[name]
      const working = { owner: process.owner }
      pending.requests.add(working)
      const end = (answer: Answer<T>) => {
        pending.requests.delete(working)
        later(hop(), () => resolve(answer))
      }
      later(answerTimeoutMs, () => resolve(undefined))
      time.at(time.now() + hop(), process.owner, () => {
        request(process).then(end, error => end(error instanceof ApiError ? error : undefined))
      })
    })

  /** Asks a process, and another one when no answer comes; undefined when none ever does. */
  const ask = async <T>(name: Name, request: Request<T>): Promise<Answer<T>> => {
    pending.answers += 1
    let answer: Answer<T>
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      answer = await askOnce(attempt % 2 === 0 ? name : name === 'a' ? 'b' : 'a', request)
      const isUnavailable = answer instanceof ApiError && answer.code === 'SERVICE_UNAVAILABLE'
      if (isUnavailable) note('a request was refused as unavailable')
      if (answer !== undefined && !isUnavailable) break
    }
    pending.answers -= 1
    return answer
  }

  return {
    async checkout({ hold, process, again }: Action & { kind: 'checkout' }) {
      tell(`member ${hold}: asks ${process} for a site${again ? ', again' : ''}`)
      const answer = await ask(process, asked => asked.checkout(hold))
      if (answer === undefined) return note('a checkout got no answer')
      if (answer instanceof ApiError) return note(`a checkout was refused: ${answer.code}`)
      const { bookingId, pricing, checkoutExpiresAt, cancellationTiers } = answer
      tell(`member ${hold}: has ${bookingId} until ${checkoutExpiresAt}`)
      const known = taken.get(hold)
      if (known) note('a checkout was repeated')
      if (known && known.id !== bookingId) violate('one key is one checkout', `${known.id} and ${bookingId}`)
      if (!database.rows('booking').has(bookingId)) violate('what is answered is stored', bookingId)
      taken.set(hold, { id: bookingId, amount: pricing.finalAmount })
      const [{ refundPercent = 0 } = {}] = cancellationTiers
      truth.promised.set(bookingId, money((Number(pricing.finalAmount) * refundPercent) / 100))
    },

    async cancel({ hold, process }: Action & { kind: 'cancel' }) {
      const held = taken.get(hold)
      if (!held) return
      tell(`member ${hold}: cancels ${held.id}`)
      if (!truth.cancelledAt.has(held.id)) truth.cancelledAt.set(held.id, time.now())
      const answer = await ask(process, asked => asked.cancel(hold, held.id))
      if (answer instanceof ApiError) note(`a cancel was refused: ${answer.code}`)
      else if (answer && database.rows('booking').get(held.id)?.status !== 'cancelled')
        violate('what is answered is stored', `${held.id} is not cancelled`)
    },

    /** Staff change a stay. Where there are as many sites as members, it always fits. */
    async change({ hold, process, to }: Action & { kind: 'change' }) {
      const held = taken.get(hold)
      if (!held) return
      tell(`staff: move ${held.id} ${to}`)
      const answer = await ask(process, asked => asked.change(held, to))
      if (answer === undefined) return
      if (!(answer instanceof ApiError)) return note('a stay was changed')
      note(`a change was refused: ${answer.code}`)
      const members = new Set(world.plan.actions.flatMap(action => (action.kind === 'checkout' ? [action.hold] : [])))
      if (answer.code === 'ZONE_UNAVAILABLE' && members.size <= world.plan.sites)
        violate('a changed stay does not count against itself', held.id)
    },

    async cancelStay({ hold, process }: Action & { kind: 'cancel-stay' }) {
      const held = taken.get(hold)
      const promised = held && truth.promised.get(held.id)
      if (!held || !promised) return
      tell(`member ${hold}: cancels ${held.id} for ${promised}`)
      const answer = await ask(process, asked => asked.cancelStay(hold, held.id, promised))
      if (answer instanceof ApiError) {
        note(`a cancellation of a stay was refused: ${answer.code}`)
        if (answer.mistakes) violate('a stay is cancelled for the refund that was promised', answer.message)
      } else if (answer && database.rows('booking').get(held.id)?.status !== 'cancelled')
        violate('what is answered is stored', `${held.id} is not cancelled`)
    },

    /** Publishes a payment until the broker has confirmed it. */
    pay({ hold, event, priority }: Action & { kind: 'pay' }) {
      const held = taken.get(hold)
      if (!held) return
      const eventId = `${held.id}-payment-${event}`
      const payment = truth.payments.get(eventId) ?? { eventId, bookingId: held.id, confirmedAt: undefined }
      truth.payments.set(eventId, payment)
      const { content, options } = signedPayment(eventId, held, new Date(epoch + time.now()))
      const route = { exchange: paymentsExchange, routingKey: paymentRoutingKey('booking') }
      const publish = () => {
        let isConfirmed = false
        pending.answers += 1
        const arrive = () => {
          pending.answers -= 1
          broker.publish(undefined, { ...route, content, properties: { ...options, priority }, deliveries: 0 }, false)
          isConfirmed = true
          payment.confirmedAt ??= time.now()
          tell(`payment service: ${eventId} is confirmed`)
        }
        time.at(time.now() + hop(), broker.owner, arrive, () => world.alarm.until)
        later(confirmTimeoutMs, () => void (isConfirmed || publish()))
      }
      publish()
    },

    bookingOf: (hold: number): string | undefined => taken.get(hold)?.id,
  }
}

function signedPayment(eventId: string, { id, amount }: { id: string; amount: Money }, at: Date) {
  const notification: PaymentNotification = {
    eventId,
    type: 'payment.succeeded',
    target: { kind: 'booking', id },
    amount,
    currency: 'TWD',
    paymentMethod: 'gateway-credit',
    providerTradeNo: `T-${eventId}`,
    paidAt: at.toISOString(),
  }
  return signedMessage(notification, { secret: paymentSecret, at })
}
