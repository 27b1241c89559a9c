import { ApiError } from '@campstore/contract/errors'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { text } from '@campstore/contract/texts/text'
import { signPayment, verifyPayment } from './signature.ts'

/** Greatest age of the signature of a request, in seconds: a request is sent at once, unlike a message. */
const toleranceSeconds = 300

/** What the signature of a request is over, in the place of a message's body: its method and its path, as they are sent. */
const signedText = (method: string, path: string): Buffer => Buffer.from(`${method} ${path}`)

/** The value of `x-signature` of a request of the payment service (docs/contract/messages.md#outcome-of-a-message). */
export const signRequest = (method: string, path: string, secret: string, at: Date): string =>
  signPayment(signedText(method, path), secret, at)

const reasons = {
  'signature missing': 'signature.missing',
  'signature malformed': 'signature.malformed',
  'signature mismatch': 'signature.mismatch',
  'signature too old': 'signature.tooOld',
  'signature in the future': 'signature.inFuture',
} as const

/**
 * Requires that a request was signed by the payment service in the last minutes. Throws UNAUTHORIZED, saying why.
 *
 * @param path with its query, as it was sent
 */
export function requireSignedRequest(
  { header, method, path }: { header: string; method: string; path: string },
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  const verdict = verifyPayment(header, signedText(method, path), secrets, toleranceSeconds, now)
  if (verdict.ok) return
  const message = text('request.signature', { header: signatureHeader, reason: text(reasons[verdict.reason]) })
  throw new ApiError('UNAUTHORIZED', message, { headers: { 'www-authenticate': signatureHeader } })
}
