import { openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { expect } from 'vitest'
import { createClient } from '../../libs/client/src/client.ts'
import { stayAt } from '../system/campground.ts'
import { clientOf, repeatingRefusals, sessionOf } from '../system/client.ts'
import { system } from './system.ts'

/** docs/contract/live.md, by the client library, the gateway and two instances of the service; one of them stops. */
export async function followByEveryInstance(): Promise<void> {
  const { token } = await createIdentity()
  const member = repeatingRefusals(clientOf(system.url, token))
  const campground = await openCampground(system.owner, { zones: [2] })
  const { booking } = createClient({ url: system.url, token: () => token })

  /** Follows a new booking by two streams, and cancels it when both have begun. */
  const followAndCancel = async (between: () => Promise<void>) => {
    const { bookingId } = sessionOf(await member.checkout(stayAt(campground)))
    // Requests take turns, so each instance has one of the two.
    const seen = [0, 1].map((): string[] => [])
    const following = seen.map(async states => {
      for await (const { status } of booking.watchBooking({ id: bookingId })) {
        states.push(status)
        if (status === 'cancelled') return
      }
    })
    await expect.poll(() => seen).toEqual([['pending'], ['pending']])
    await between()
    await member.cancel(bookingId)
    await Promise.all(following)
    return seen
  }
  const both = Array(2).fill(['pending', 'cancelled'])
  expect(await followAndCancel(async () => {})).toEqual(both)
  expect(await followAndCancel(() => system.process('booking', 0).stop())).toEqual(both)
}
