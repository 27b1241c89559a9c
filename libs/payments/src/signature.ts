import { createHmac, timingSafeEqual } from 'node:crypto'

/** Result of {@link verifyPayment}; the reason goes into the header of a rejected message. */
type SignatureVerdict =
  | { ok: true }
  | {
      ok: false
      reason:
        | 'signature missing'
        | 'signature malformed'
        | 'signature mismatch'
        | 'signature too old'
        | 'signature in the future'
      /** Whether one of the secrets has signed it, at another time. */
      isAuthentic: boolean
    }

type Signature = { time: string; digests: string[] }

const digestOf = (time: string, body: Buffer, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest()

/**
 * The secrets of PAYMENT_SIGNING_SECRET: one, or two separated by a comma while the payment service changes from one to the
 * other. Each is accepted; the first signs (docs/contract/messages.md#signature).
 */
export const signingSecrets = (text: string): [string, ...string[]] => {
  const [first = '', ...more] = text.split(',').map(secret => secret.trim())
  return [first, ...more]
}

/**
 * Signs a payment notification as the payment service does (docs/contract/messages.md#signature).
 *
 * @param body the raw body as it is sent
 * @returns value of the `x-signature` header: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`
 */
export function signPayment(body: Buffer, secret: string, at: Date): string {
  const time = String(Math.floor(at.getTime() / 1000))
  return `t=${time},v1=${digestOf(time, body, secret).toString('hex')}`
}

/**
 * Verifies the signature of a payment notification. Several `v1` fields are allowed and one must match, because a sender that
 * changes its secret may sign with both. Fields with other names are ignored. The age is checked last, so that a forged
 * signature is never reported as old.
 *
 * @param toleranceSeconds greatest distance of the signature's time from `now`, in both directions
 */
export function verifyPayment(
  header: unknown,
  rawBody: Buffer,
  secrets: readonly string[],
  toleranceSeconds: number,
  now: Date,
): SignatureVerdict {
  if (header === undefined || header === null || header === '')
    return { ok: false, reason: 'signature missing', isAuthentic: false }
  const signature = typeof header === 'string' ? parseSignature(header) : undefined
  if (!signature) return { ok: false, reason: 'signature malformed', isAuthentic: false }
  const expected = secrets.map(secret => digestOf(signature.time, rawBody, secret))
  // Every digest is compared with every secret, so that the time taken reveals nothing.
  const matches = signature.digests.flatMap(digest =>
    expected.filter(one => timingSafeEqual(Buffer.from(digest, 'hex'), one)),
  )
  if (matches.length === 0) return { ok: false, reason: 'signature mismatch', isAuthentic: false }
  const age = Math.floor(now.getTime() / 1000) - Number(signature.time)
  if (age > toleranceSeconds) return { ok: false, reason: 'signature too old', isAuthentic: true }
  if (age < -toleranceSeconds) return { ok: false, reason: 'signature in the future', isAuthentic: true }
  return { ok: true }
}

/** Accepts one `t` and one to four `v1`; a header longer than any signer writes is not parsed. */
function parseSignature(header: string): Signature | undefined {
  if (header.length > 512) return undefined
  const times: string[] = []
  const digests: string[] = []
  for (const field of header.split(',')) {
    const [name, value] = splitField(field)
    if (name === 't') times.push(value)
    if (name === 'v1') digests.push(value)
  }
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time)) return undefined
  if (digests.length < 1 || digests.length > 4) return undefined
  if (!digests.every(digest => /^[0-9a-f]{64}$/i.test(digest))) return undefined
  return { time, digests }
}

function splitField(field: string): [name: string, value: string] {
  const equals = field.indexOf('=')
  return equals < 0 ? [field.trim(), ''] : [field.slice(0, equals).trim(), field.slice(equals + 1).trim()]
}
