/** Longest id, name or path in a message. Ids of the contract have at most 64 characters. */
const maxLength = 64

/** Characters that would break a line of text or reverse its direction. */
const invisible = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu

/** A text of a client or a record for a message: on one line, and with an ellipsis if it is too long. */
export function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * maxLength + 2).replace(invisible, '\uFFFD')]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : characters.join('')
}

/** An id or a name in a message, shortened: `“Lakeshore pitch”`. */
export const quoted = (text: string): string => `“${shortened(text)}”`
