import type { RequestRecord } from '../history.ts'
import type { StoredHold } from '../stored.ts'
import { clockTime, type Evidence, groupedBy, type Violation } from './violation.ts'

/** A quantity that was certainly held from one instant to another, in milliseconds of the epoch. */
export type Claim = { resource: string; quantity: number; subject: string; from: number; until: number }

/** How much of a resource there can have been: what there was at first, and what was added since. */
export type Supply = { atFirst: number; added: readonly { at: number; quantity: number }[] }

const rule = 'never more held than there is'

/**
 * Never more held than there is, on any night of any zone, of any rental, of any stock, of any coupon.
 *
 * What was surely held follows from the answers to members: from the answer of the checkout until its deadline, until its
 * cancellation was sent, or for good where it was paid or confirmed for cash on delivery. What has been shipped counts as
 * held for good, because what there was at first is not reduced by it.
 */
export function judgeCapacity(
  { history, stored }: Evidence,
  supplyOf: (resource: string) => number | undefined,
): Violation[] {
  const claims = claimsOf(history.requests, new Map(stored.holds.map(hold => [hold.id, hold])))
  const added = additionsOf(history.requests)
  return [...groupedBy(claims, ({ resource }) => resource)].flatMap(([resource, ofResource]) => {
    const atFirst = supplyOf(resource)
    if (atFirst === undefined) return [{ rule, found: `unknown resource: ${resource}` }]
    return overcommitted(resource, ofResource, { atFirst, added: added.get(resource) ?? [] })
  })
}

/** Where more was held at once than there can have been: the first instant of a resource, if any. */
export function overcommitted(resource: string, claims: readonly Claim[], supply: Supply): Violation[] {
  const begins = claims.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)
  for (const { from } of begins) {
    const held = oneOfEach(begins.filter(claim => claim.from <= from && claim.until > from))
    const sum = held.reduce((total, { quantity }) => total + quantity, 0)
    const added = supply.added.filter(({ at }) => at <= from).reduce((total, { quantity }) => total + quantity, 0)
    if (sum <= supply.atFirst + added) continue
    const holders = held.map(({ subject, quantity }) => `${subject} (${quantity})`).join(', ')
    const found = `${resource}: ${sum} held at ${clockTime(from)}, there were ${supply.atFirst + added}: ${holders}`
    return [{ rule, subject: held.at(-1)?.subject, found }]
  }
  return []
}

/** Several answers may describe one hold: it counts once. */
const oneOfEach = (claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map(claim => [claim.subject, claim])).values(),
]

/** Everything that was surely held. */
export function claimsOf(requests: readonly RequestRecord[], stored: ReadonlyMap<string, StoredHold>): Claim[] {
  return [...groupedBy(requests, ({ subject, kind }) => (kind === undefined ? undefined : subject))].flatMap(
    ([subject, ofSubject]) => [
      ...heldBy(subject, ofSubject, stored.get(subject)),
      ...couponsOf(subject, ofSubject, stored.get(subject)),
    ],
  )
}

function heldBy(subject: string, requests: readonly RequestRecord[], stored: StoredHold | undefined): Claim[] {
  const held = requests
    .filter(({ action, status, requested }) => action === 'checkout' && status === 200 && (requested?.length ?? 0) > 0)
    .toSorted((a, b) => a.answeredAt - b.answeredAt)[0]
  if (held?.seen === undefined) return []
  const until = heldUntil(requests, held.seen.deadline, stored)
  return (held.requested ?? []).map(line => ({ ...line, subject, from: held.answeredAt, until }))
}

/** How long a hold surely lasts: for good once it is paid, or else until a cancellation was sent or the deadline came. */
function heldUntil(requests: readonly RequestRecord[], deadline: number, stored: StoredHold | undefined): number {
  if (stored?.paymentStatus === 'paid') return Number.POSITIVE_INFINITY
  const confirmed = requests.some(({ action, status }) => action === 'confirm-cod' && status === 200)
  return Math.min(firstCancellation(requests), confirmed ? Number.POSITIVE_INFINITY : deadline)
}

const firstCancellation = (requests: readonly RequestRecord[]): number =>
  Math.min(
    ...requests.filter(({ action }) => action === 'cancel' || action === 'staff-cancel').map(({ sentAt }) => sentAt),
    Number.POSITIVE_INFINITY,
  )

const writes = new Set(['change', 'confirm-cod', 'cancel', 'staff-cancel'])

/** A coupon is surely applied from an answer that says so until the next write of that order is sent. */
function couponsOf(subject: string, requests: readonly RequestRecord[], stored: StoredHold | undefined): Claim[] {
  return requests.flatMap(({ seen, answeredAt, sentAt, action }) => {
    const isWrite = action === 'checkout' || writes.has(action)
    // A replay says what was true once.
    if (!isWrite || seen?.coupon === undefined || seen.status === 'cancelled') return []
    const isReplay = requests.some(
      other => other.action === 'checkout' && other.status === 200 && other.answeredAt <= sentAt,
    )
    if (action === 'checkout' && isReplay) return []
    const nextWrite = Math.min(
      ...requests
        .filter(other => writes.has(other.action) && other.answeredAt > sentAt && other.sentAt !== sentAt)
        .map(other => other.sentAt),
      Number.POSITIVE_INFINITY,
    )
    const until = Math.min(nextWrite, heldUntil(requests, seen.deadline, stored))
    return [{ resource: `coupon:${seen.coupon}`, quantity: 1, subject, from: answeredAt, until }]
  })
}

/** What staff may have added, by resource: from the instant at which it was sent, whatever the answer was. */
function additionsOf(requests: readonly RequestRecord[]): Map<string, { at: number; quantity: number }[]> {
  const additions = requests.flatMap(({ delta, sentAt, status }) => {
    const refused = status >= 400 && status < 500
    return delta === undefined || delta.quantity < 0 || refused ? [] : [{ ...delta, at: sentAt }]
  })
  return groupedBy(additions, ({ resource }) => resource)
}
