import { z } from 'zod'
import type { PersonContext } from './context.ts'

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
