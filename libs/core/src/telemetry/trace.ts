import { randomFillSync } from 'node:crypto'

const requestIdShape = /^[A-Za-z0-9._-]{1,64}$/
const traceparentShape = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

/** Buffered random bytes: to get a few at a time from the system took 15% of the gateway's time. */
const stock = Buffer.allocUnsafe(4096)
let used = stock.length

function hex(bytes: number): string {
  if (used + bytes > stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += bytes
  return stock.toString('hex', used - bytes, used)
}

/** The inbound request id where it is a valid one, otherwise a new one (docs/contract/conventions.md#headers). */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && requestIdShape.test(header) ? header : hex(16)

/** The trace id of a W3C `traceparent` header, or a new one. */
export function traceIdFrom(header: string | string[] | undefined): string {
  const match = typeof header === 'string' ? traceparentShape.exec(header) : null
  return match?.[1] ?? hex(16)
}

/** A W3C `traceparent` header that continues an unrecorded trace (for a recorded one see {@link Span}). */
export const traceparent = (traceId: string): string => `00-${traceId}-${hex(8)}-00`
