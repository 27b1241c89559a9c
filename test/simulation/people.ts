import { ApiError } from '@campstore/contract/errors'
import { money } from '@campstore/core/money'
import type { MoneyEvent } from '@campstore/holds/money/step'
import type { Action as Write } from '../random-faults/history.ts'
import type { ActionOf, StaffAction } from './actions.ts'
import type { Row } from './database.ts'
import { ask, noteAnswer } from './requests.ts'
import type { World } from './world.ts'

/** A member books, and repeats what got no answer. */
export async function checkout(world: World, { hold, process, again }: ActionOf<'checkout'>): Promise<void> {
  const { taken, truth, note, tell, violate } = world
  tell(`member ${hold}: asks ${process} for a site${again ? ', again' : ''}`)
  const answer = await ask(world, process, asked => asked.checkout(hold), { action: 'checkout' })
  if (answer === undefined) return note('a checkout got no answer')
  if (answer instanceof ApiError) return note(`a checkout was refused: ${answer.code}`)
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

/** A member cancels a booking that may not be paid yet. */
export async function cancel(world: World, { hold, process }: ActionOf<'cancel'>): Promise<void> {
  const { time, truth, note, tell } = world
  const held = world.taken.get(hold)
  if (!held) return
  tell(`member ${hold}: cancels ${held.id}`)
  if (!truth.cancelledAt.has(held.id)) truth.cancelledAt.set(held.id, time.now())
  const answer = await ask(world, process, asked => asked.cancel(hold, held.id), { action: 'cancel', subject: held.id })
  if (answer instanceof ApiError) note(`a cancel was refused: ${answer.code}`)
}

/** A member cancels a paid stay, for the refund that the checkout promised. */
export async function cancelStay(world: World, { hold, process }: ActionOf<'cancel-stay'>): Promise<void> {
  const { database, truth, note, tell, violate } = world
  const held = world.taken.get(hold)
  const promised = held && truth.promised.get(held.id)
  if (!held || !promised) return
  tell(`member ${hold}: cancels ${held.id} for ${promised}`)
  const answer = await ask(world, process, asked => asked.cancelStay(hold, held.id, promised), {
    action: 'cancel-stay',
    subject: held.id,
  })
  if (!(answer instanceof ApiError)) return
  note(`a cancellation of a stay was refused: ${answer.code}`)
  const isOpened = [...database.rows('refund').values()].some(
    ({ targetId, cause }) => targetId === held.id && cause !== 'unapplied',
  )
  if (answer.mistakes && !isOpened) violate('a stay is cancelled for the refund that was promised', answer.message)
}

/** Staff change a stay. Where there are as many sites as members, it always fits. */
export async function changeStay(world: World, { hold, process, to }: ActionOf<'change'>): Promise<void> {
  const { plan, note, tell, violate } = world
  const held = world.taken.get(hold)
  if (!held) return
  tell(`staff: move ${held.id} ${to}`)
  const answer = await ask(world, process, asked => asked.change(held, to), { action: 'change-stay', subject: held.id })
  if (answer === undefined) return
  if (!(answer instanceof ApiError)) return note('a stay was changed')
  note(`a change was refused: ${answer.code}`)
  const members = new Set(plan.actions.flatMap(action => (action.kind === 'checkout' ? [action.hold] : [])))
  if (answer.code === 'ZONE_UNAVAILABLE' && members.size <= plan.sites)
    violate('a changed stay does not count against itself', held.id)
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
export async function changeBooking(world: World, { hold, action, process }: ActionOf<'staff'>): Promise<void> {
  const { note, tell } = world
  const held = world.taken.get(hold)
  if (!held) return
  tell(`staff: ${action} ${held.id}`)
  const answer = await ask(world, process, asked => asked.staff(held, action), {
    action: writes[action],
    subject: held.id,
    ...(action === 'refund' && { most: 1 }),
  })
  if (answer === undefined) return
  if (answer instanceof ApiError) return note(`${action} was refused: ${answer.code}`)
  note(`${action} was recorded`)
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
