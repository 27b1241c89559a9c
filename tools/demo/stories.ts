import { type PaidBooking, runBookingStory } from './booking-story.ts'
import { type PaidOrder, runCancelledOrderStory, runCashOnDeliveryStory, runPaidOrderStory } from './order-story.ts'
import { runStaffStory } from './staff-story.ts'
import type { StoryContext } from './story-context.ts'

/** Bookings and orders that the stories created. */
export type StoryResults = {
  booking: PaidBooking
  order: PaidOrder
  cashOnDeliveryOrderId: string
  cancelledOrderId: string
}

/**
 * Plays a booking, three orders and the staff's work on them through the gateway of a running system, and checks every
 * response. `npm run demo` and test/flows play the same stories.
 *
 * @throws {CliError} in one line, when a check fails or the system does not answer
 */
export async function playStories(context: StoryContext): Promise<StoryResults> {
  const booking = await runBookingStory(context)
  const order = await runPaidOrderStory(context)
  const cashOnDeliveryOrderId = await runCashOnDeliveryStory(context)
  const cancelledOrderId = await runCancelledOrderStory(context)
  await runStaffStory(context, { booking, order })
  return { booking, order, cashOnDeliveryOrderId, cancelledOrderId }
}
