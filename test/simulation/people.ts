import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { money } from '@campstore/core/money'
import type { MoneyEvent } from '@campstore/holds/money/step'
import type { Action as Write } from '../random-faults/history.ts'
import type { ActionOf, Name, StaffAction } from './actions.ts'
import type { Row } from './database.ts'
import type { SimulatedProcess } from './process.ts'
import { epoch } from './time.ts'
import type { Taken, World } from './world.ts'

/** How long a member waits for an answer, before asking the other process. */
const answerTimeoutMs = 10_000
/** How often a member asks. */
const attempts = 4

type Answer<T> = T | ApiError | undefined
type Request<T> = (process: SimulatedProcess) => Promise<T>

/** Asks a process, and another one when no answer comes; undefined when none ever does. */
async function ask<T>(
  world: World,
  name: Name,
  request: Request<T>,
  { action, subject, most = attempts }: { action: Write; subject?: string; most?: number },
): Promise<Answer<T>> {
  world.pending.answers += 1
  let answer: Answer<T>
  for (let attempt = 0; attempt < most; attempt += 1) {
    answer = await askOnce(world, attempt % 2 === 0 ? name : name === 'a' ? 'b' : 'a', request)
    const isUnavailable = answer instanceof ApiError && answer.code === 'SERVICE_UNAVAILABLE'
    if (isUnavailable) world.note('a request was refused as unavailable')
    if (answer !== undefined && !isUnavailable) break
  }
  world.pending.answers -= 1
  if (answer !== undefined && !(answer instanceof ApiError)) noteAnswer(world, action, subject)
  return answer
}

/** Adds a request that succeeded to the truth. */
const noteAnswer = ({ truth, time }: World, action: Write, subject: string | undefined) =>
  truth.answers.push({ action, subject, status: 200, respondedAt: epoch + time.now() })

const askOnce = <T>({ processes, time, pending, later, hop }: World, name: Name, request: Request<T>) =>
  new Promise<Answer<T>>(resolve => {
    const process = processes[name]
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

/** A member books, and repeats what got no answer. */
export async function checkout(
  world: World,
  { hold, process, again, isNext = false }: ActionOf<'checkout'>,
): Promise<void> {
  const { taken, truth, asked, database, note, tell, violate } = world
  tell(`member ${hold}: asks ${process} for a site${again ? ', again' : ''}`)
  const request: Request<BookingCheckoutSession> = process => {
    asked.set(hold, (asked.get(hold) ?? 0) + 1)
    return process.checkout(hold, isNext)
  }
  const answer = await ask(world, process, request, { action: 'checkout' })
  if (answer === undefined) return note('a checkout got no answer')
  if (answer instanceof ApiError) {
    const holds = [...database.rows('booking').values()].filter(({ customerId }) => customerId === `member-${hold}`)
    if (asked.get(hold) === 1 && holds.length > 0)
      violate('a refused checkout holds nothing', `${hold}: ${answer.code}`)
    return note(`a checkout was refused: ${answer.code}`)
  }
  const { bookingId, pricing, checkoutExpiresAt, cancellationTiers } = answer
  tell(`member ${hold}: has ${bookingId} until ${checkoutExpiresAt}`)
  noteAnswer(world, 'checkout', bookingId)
  const known = taken.get(hold)
  if (known) note('a checkout was repeated')
  if (known && known.id !== bookingId) violate('one idempotency key is one checkout', `${known.id} and ${bookingId}`)
  taken.set(hold, { id: bookingId, amount: pricing.finalAmount })
  const [{ refundPercent = 0 } = {}] = cancellationTiers
  truth.promised.set(bookingId, money((Number(pricing.finalAmount) * refundPercent) / 100))
}

/** Asks a process about the booking that a member has, if there is one. A refusal is noted. */
async function askAbout<T>(
  world: World,
  { hold, process }: { hold: number; process: Name },
  { what, write, most }: { what: string; write: Write; most?: number },
  request: (asked: SimulatedProcess, held: Taken) => Promise<T>,
): Promise<T | ApiError | undefined> {
  const held = world.taken.get(hold)
  if (!held) return undefined
  world.tell(`${what} of ${held.id}`)
  const about = { action: write, subject: held.id, ...(most && { most }) }
  const answer = await ask(world, process, asked => request(asked, held), about)
  if (answer instanceof ApiError) world.note(`${what} was refused: ${answer.code}`)
  return answer
}

/** A member cancels a booking that may not be paid yet. */
export async function cancel(world: World, action: ActionOf<'cancel'>): Promise<void> {
  const { cancelledAt } = world.truth
  const { id } = world.taken.get(action.hold) ?? {}
  if (id && !cancelledAt.has(id)) cancelledAt.set(id, world.time.now())
  const cancelling = { what: 'a cancel', write: 'cancel' } as const
  await askAbout(world, action, cancelling, (asked, held) => asked.cancel(action.hold, held.id))
}

/** A member cancels a paid stay, for the refund that the checkout promised. */
export async function cancelStay(world: World, action: ActionOf<'cancel-stay'>): Promise<void> {
  const { id = '' } = world.taken.get(action.hold) ?? {}
  const promised = world.truth.promised.get(id)
  if (!promised) return
  const cancelling = { what: 'a cancellation of a stay', write: 'cancel-stay' } as const
  const answer = await askAbout(world, action, cancelling, asked => asked.cancelStay(action.hold, id, promised))
  const opened = refundsWhere(world, ({ targetId, cause }) => targetId === id && cause !== 'unapplied')
  if (answer instanceof ApiError && answer.mistakes && opened.length === 0)
    world.violate('a stay is cancelled for the refund that was promised', answer.message)
}

/** Staff change a stay. Where there are as many sites as members, it always fits. */
export async function changeStay(world: World, action: ActionOf<'change'>): Promise<void> {
  const { plan, note, violate } = world
  const changing = { what: 'a change', write: 'change-stay' } as const
  const answer = await askAbout(world, action, changing, (asked, held) => asked.change(held, action.to))
  if (answer && !(answer instanceof ApiError)) note('a stay was changed')
  const members = new Set(plan.actions.flatMap(action => (action.kind === 'checkout' ? [action.hold] : [])))
  if (answer instanceof ApiError && answer.code === 'ZONE_UNAVAILABLE' && members.size <= plan.sites)
    violate('a changed stay does not count against itself', answer.message)
}

/** What staff do, by the names of the checks. */
const writes = {
  confirm: 'confirm',
  complete: 'complete',
  'cancel-paid': 'staff-cancel',
  arrived: 'attendance',
  'no-show': 'attendance',
  refund: 'goodwill',
} as const satisfies Record<StaffAction, Write>

/** Staff do something with a paid stay. A refund has no key here, so it is asked for once. */
export async function changeBooking(world: World, action: ActionOf<'staff'>): Promise<void> {
  const what = action.action
  const acting = { what, write: writes[what], ...(what === 'refund' && { most: 1 }) }
  const answer = await askAbout(world, action, acting, (asked, held) => asked.staff(held, what))
  if (answer && !(answer instanceof ApiError)) world.note(`${what} was recorded`)
}

/** Staff see the refunds of a stay, and what they do is done once. */
export async function recordRefunds(world: World, { hold, process, act, isUsed }: ActionOf<'refunds'>): Promise<void> {
  const { note, tell } = world
  const id = world.taken.get(hold)?.id ?? ''
  const [first, ...others] = refundsWhere(world, ({ targetId, status }) => targetId === id && status === 'due')
  if (first === undefined) return
  const ids = act === 'done together' ? [first, ...others] : [first]
  const by = { type: 'admin', id: 'admin' } as const
  const reference = usedReference(world, isUsed, ({ targetId }) => targetId === id) ?? `R-staff-${id}-${ids}`
  const event: MoneyEvent =
    act === 'withdraw'
      ? { type: 'refund withdrawn', id: first, reason: 'agreed', by }
      : { type: 'refunds done', ids, reference, note: null, by }
  tell(`staff: ${act} ${ids}`)
  const result = await ask(world, process, asked => asked.moveMoney(id, event), { action: 'refund-done', subject: id })
  if (result === undefined || result instanceof ApiError) return
  note('refusal' in result ? `${act} was refused: ${result.refusal}` : `refunds: ${act}`)
}

/** The ids of the refunds that meet a condition. */
export const refundsWhere = ({ database }: World, isMeant: (refund: Row) => boolean): string[] =>
  [...database.rows('refund')].flatMap(([id, refund]) => (isMeant(refund) ? [id] : []))

/** By mistake, the reference of another refund. */
export function usedReference(world: World, isUsed: boolean, isMeant: (refund: Row) => boolean): string | undefined {
  const made = refundsWhere(world, refund => isUsed && isMeant(refund) && refund.status === 'done')
  return made.map(id => String(world.database.rows('refund').get(id)?.reference))[0]
}
