import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'

type Holder = { customerId: string; name: string; email: string }

/** As long as the response and the event of a booking of one zone. */
export const fewestResponse = JSON.stringify({ is: 'as long as those of a booking', text: 'x'.repeat(850) })

const fingerprint = 'f'.repeat(64)

/** The hold of one zone by the function of `fewest.sql`, which answers an `outcome`. */
export function fewestHold(id: string, { customerId, name, email }: Holder, request: StartCheckoutRequest) {
  const { campgroundId, zones, checkIn, checkOut, idempotencyKey } = request
  const of = [`fewest-hold-${id}`, customerId, name, email, campgroundId, zones[0]?.zoneId, checkIn, checkOut]
  const messages = [`fewest-${id}-event`, '{}', `fewest-${id}-timer`]
  const values = [...of, idempotencyKey, fingerprint, fewestResponse, ...messages]
  const text = `select fewest.hold(${values.map((_, index) => `$${index + 1}`).join(', ')}) as outcome`
  return { name: 'fewest', text, values }
}
