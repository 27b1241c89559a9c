import { exceededBound, type JsonBounds } from './json-bounds.ts'

/** Parses foreign JSON; undefined if it is not JSON. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** Largest body of a message from the broker in bytes, and how much its JSON may hold (docs/contract/messages.md#size). */
export const maxMessageBytes = 64_000
const messageBounds: JsonBounds = { depth: 16, values: 5_000 }

const excessive: Readonly<Record<keyof JsonBounds, string>> = {
  depth: `nested deeper than ${messageBounds.depth} levels`,
  values: `more than ${messageBounds.values} values`,
}

/**
 * Parses a message from the broker, where every user can publish megabytes: a text that is too large or too deep is not parsed,
 * because nothing else runs meanwhile. Returns its value, or why it is malformed, in a few words.
 */
export function parseMessage(content: Buffer): { body: unknown } | { malformed: string } {
  if (content.length > maxMessageBytes) return { malformed: tooLarge }
  const exceeded = exceededBound(content, messageBounds)
  if (exceeded !== undefined) return { malformed: excessive[exceeded] }
  const body = parseJson(content)
  return body === undefined ? { malformed: 'not JSON' } : { body }
}

/** Why a message is malformed that has more than {@link maxMessageBytes}. */
export const tooLarge = `larger than ${maxMessageBytes} bytes`
