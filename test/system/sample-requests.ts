import { openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import type { Pool } from 'pg'
import { z } from 'zod'
import { stayAt } from './campground.ts'
import type { Client } from './client.ts'
import { openStore, orderFor } from './store.ts'

/** Sends a checkout. Sent again, it is the same request with the same idempotency key. */
export type RepeatableRequest = () => Promise<ApiResponse>

/** More sites, tents and goods than any load takes: only faults make a request fail. */
export type SampleRequests = Awaited<ReturnType<typeof createSampleRequests>>

/** Opens a campground and a store. */
export async function createSampleRequests(owner: Pool) {
  const campground = await openCampground(owner, { zones: [5000], rentals: [5000] })
  const { variantIds } = await openStore(owner, [[2000, 3000], 5000])
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  let orders = 0
  /** A booking of a site with a tent. */
  const stay = (member: Client): RepeatableRequest => {
    const request = stayAt(campground, { rentals })
    return () => member.checkout(request)
  }
  /** An order of two items, in one order or the other. */
  const order = (member: Client): RepeatableRequest => {
    orders += 1
    const request = orderFor(orders % 2 === 0 ? variantIds : variantIds.toReversed())
    return () => member.order(request)
  }
  return { stay, order, request: (member: Client, number: number) => (number % 2 === 0 ? stay(member) : order(member)) }
}

const held = z.union([
  z.object({ orderId: z.string() }).transform(ids => ids.orderId),
  z.object({ bookingId: z.string() }).transform(ids => ids.bookingId),
])

/** The id of the hold of a successful checkout of either kind, also from an earlier release. */
export function heldId({ data }: ApiResponse): string {
  return held.parse(data)
}
