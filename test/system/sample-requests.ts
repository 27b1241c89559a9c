import type { Pool } from 'pg'
import { openCampground, stayAt } from './campground.ts'
import { type Answer, type Client, orderOf, sessionOf } from './client.ts'
import { openStore, orderFor } from './store.ts'

/** A wish of a member's: sent again, it is the same request with the same key. */
export type Wish = () => Promise<Answer>

/** More sites, tents and goods than any load takes: only faults refuse a wish. */
export type SampleRequests = {
  /** A booking of a site with a tent. */
  stay(member: Client): Wish
  /** An order of two items, in one order or the other. */
  order(member: Client): Wish
  /** The one or the other, by the number. */
  wish(member: Client, number: number): Wish
}

/** Opens a campground and a store. */
export async function createSampleRequests(owner: Pool): Promise<SampleRequests> {
  const campground = await openCampground(owner, { zones: [5000], rentals: [5000] })
  const { variantIds } = await openStore(owner, [[2000, 3000], 5000])
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  let orders = 0
  const stay = (member: Client): Wish => {
    const request = stayAt(campground, { rentals })
    return () => member.checkout(request)
  }
  const order = (member: Client): Wish => {
    orders += 1
    const request = orderFor(orders % 2 === 0 ? variantIds : variantIds.toReversed())
    return () => member.order(request)
  }
  return { stay, order, wish: (member, number) => (number % 2 === 0 ? stay(member) : order(member)) }
}

/** The id of what a successful checkout of either kind holds. */
export const heldId = (answer: Answer): string =>
  typeof answer.data === 'object' && answer.data !== null && 'orderId' in answer.data
    ? orderOf(answer).orderId
    : sessionOf(answer).bookingId
