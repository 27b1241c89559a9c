import type { StoredHold } from '@campstore/testing/stored-holds'
import type { RequestRecord } from '../history.ts'
import { clockTime, type Evidence, holdsById, requestsBySubject, type Violation } from './violation.ts'

/** A quantity that was certainly held from one instant to another. */
type Claim = { resource: string; quantity: number; subject: string; from: number; until: number }

/** A quantity that staff may have added. */
type Addition = { quantity: number; at: number }

const rule = 'never more held than there is'

/**
 * Never more is held than there is, on any night of any zone or rental listing, of any stock, of any coupon.
 *
 * What was certainly held follows from the responses to members: from the response of the checkout until its deadline, until
 * its cancellation was sent, or forever if it was paid or confirmed for cash on delivery. What has been shipped counts as held
 * forever, because the initial supply is not reduced by it.
 *
 * @param supplyOf the initial quantity of a resource
 */
export function checkCapacity(
  { history, stored }: Evidence,
  supplyOf: (resource: string) => number | undefined,
): Violation[] {
  const holds = holdsById(stored)
  const claims = [...requestsBySubject(history.requests)].flatMap(([subject, requests]) => {
    const hold = holds.get(subject)
    return [...claimsOfCheckout(subject, requests, hold), ...couponClaims(subject, requests, hold)]
  })
  const additions = additionsByResource(history.requests)
  return [...Map.groupBy(claims, ({ resource }) => resource)].flatMap(([resource, ofResource]) => {
    const supply = supplyOf(resource)
    if (supply === undefined) return [{ rule, message: `unknown resource: ${resource}` }]
    return exceeded(resource, ofResource, supply, additions.get(resource) ?? [])
  })
}

/** The first instant at which more was held than there can have been, if any. */
function exceeded(
  resource: string,
  claims: readonly Claim[],
  supply: number,
  additions: readonly Addition[],
): Violation[] {
  const begins = claims.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)
  for (const { from } of begins) {
    const current = begins.filter(claim => claim.from <= from && claim.until > from)
    // Several responses may describe one hold: it counts once.
    const held = [...new Map(current.map(claim => [claim.subject, claim])).values()]
    const quantity = sum(held)
    const available = supply + sum(additions.filter(({ at }) => at <= from))
    if (quantity <= available) continue
    const holders = held.map(claim => `${claim.subject} (${claim.quantity})`).join(', ')
    const message = `${resource}: ${quantity} held at ${clockTime(from)}, there were ${available}: ${holders}`
    return [{ rule, subject: held.at(-1)?.subject, message }]
  }
  return []
}

const sum = (list: readonly { quantity: number }[]) => list.reduce((total, { quantity }) => total + quantity, 0)

function claimsOfCheckout(subject: string, requests: readonly RequestRecord[], hold: StoredHold | undefined): Claim[] {
  const [first] = requests
    .filter(({ action, status, requested }) => action === 'checkout' && status === 200 && (requested?.length ?? 0) > 0)
    .toSorted((a, b) => a.respondedAt - b.respondedAt)
  if (first?.seen === undefined) return []
  const until = heldUntil(requests, first.seen.deadline, hold)
  return (first.requested ?? []).map(line => ({ ...line, subject, from: first.respondedAt, until }))
}

/** How long a hold certainly lasts: forever once it is paid, or else until a cancellation was sent or the deadline came. */
function heldUntil(requests: readonly RequestRecord[], deadline: number, hold: StoredHold | undefined): number {
  if (hold?.paymentStatus === 'paid') return Number.POSITIVE_INFINITY
  const confirmed = requests.some(({ action, status }) => action === 'confirm-cod' && status === 200)
  const cancellations = requests.filter(({ action }) => action === 'cancel' || action === 'staff-cancel')
  return Math.min(confirmed ? Number.POSITIVE_INFINITY : deadline, ...cancellations.map(({ sentAt }) => sentAt))
}

const writes = new Set(['change', 'confirm-cod', 'cancel', 'staff-cancel'])

/** A coupon is certainly applied from a response that contains it until the next write of that order is sent. */
function couponClaims(subject: string, requests: readonly RequestRecord[], hold: StoredHold | undefined): Claim[] {
  return requests.flatMap(({ seen, respondedAt, sentAt, action }) => {
    const isCheckout = action === 'checkout'
    if (!(isCheckout || writes.has(action)) || seen?.coupon === undefined || seen.status === 'cancelled') return []
    // A replay contains what was true earlier.
    const isReplay = requests.some(
      other => other.action === 'checkout' && other.status === 200 && other.respondedAt <= sentAt,
    )
    if (isCheckout && isReplay) return []
    const laterWrites = requests.filter(
      other => writes.has(other.action) && other.respondedAt > sentAt && other.sentAt !== sentAt,
    )
    const until = Math.min(heldUntil(requests, seen.deadline, hold), ...laterWrites.map(other => other.sentAt))
    return [{ resource: `coupon:${seen.coupon}`, quantity: 1, subject, from: respondedAt, until }]
  })
}

/** What staff may have added: from the instant at which it was sent, unless it was refused. */
function additionsByResource(requests: readonly RequestRecord[]): Map<string, Addition[]> {
  const additions = requests.flatMap(({ delta, sentAt, status }) => {
    const refused = status >= 400 && status < 500
    return delta === undefined || delta.quantity < 0 || refused ? [] : [{ ...delta, at: sentAt }]
  })
  return Map.groupBy(additions, ({ resource }) => resource)
}
