import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'

/** A new secret: `whsec_` and 32 random bytes in Base64. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

/** One request as it is signed. */
type SignedContent = {
  id: string
  /** When the request is sent. */
  at: Date
  body: string
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): id, time and one signature for each secret, separated by
 * spaces.
 *
 * @param secrets as {@link newWebhookSecret} makes them
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedContent,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
