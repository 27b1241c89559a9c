import { v7 } from 'uuid'

/** Makes ids; passed in, so that a test can foresee them. */
export type NewId = () => string

/** Random bytes for the next ids: to get 4,096 at once takes as long as to get 16. */
const randomBytes = new Uint8Array(4_096)
let unused = 0

/** The time of the latest id, in milliseconds, and its number within that, which begins anywhere in the lower half of 32 bits. */
let msecs = 0
let seq = 0

/** A new UUIDv7: unique, and sorting by the time it was made (docs/contract/conventions.md#identifiers). */
export const newId: NewId = () => {
  if (unused === 0) unused = crypto.getRandomValues(randomBytes).length
  unused -= 16
  const random = randomBytes.subarray(unused, unused + 16)
  const now = Date.now()
  seq = now > msecs ? new DataView(random.buffer, unused).getUint32(0) >>> 1 : seq + 1
  msecs = Math.max(msecs, now)
  return v7({ random, msecs, seq })
}
