import { z } from 'zod'
import type { Payable } from '../../system/paid-in-time.ts'
import type { RecordingClient } from '../client.ts'
import type { DataSet } from '../data-set.ts'
import type { RecordingPayments } from '../payment-service.ts'
import type { Random } from '../random.ts'

/** What a simulated person needs to act. */
export type PersonContext = {
  client: RecordingClient
  random: Random
  dataSet: DataSet
  /** When the load began, in milliseconds since 1970. */
  began: number
  isStopped: () => boolean
  /** Whether all members act at the same instants, mostly check out, and often do so twice at once. */
  inBursts: boolean
  payments: RecordingPayments
  /** Does something later, such as a payment at the deadline; the run waits for it. */
  schedule(work: () => Promise<unknown>, afterMs: number): void
}

/** A hold of the member. */
export type OwnHold = Payable & { isPaid: boolean }

const listed = z.array(
  z.union([
    z.object({ bookingId: z.string() }).transform(({ bookingId: id }) => ({ id })),
    z.object({ id: z.string() }),
  ]),
)

/** The ids of a list of bookings or orders; none when the request failed. */
export async function listIds({ client }: PersonContext, list: string): Promise<string[]> {
  const { data } = await client.send('GET', `/api/admin/${list}`, { action: 'staff-list' })
  return (listed.safeParse(data).data ?? []).map(({ id }) => id)
}
