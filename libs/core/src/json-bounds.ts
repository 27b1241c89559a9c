/** How much a JSON text may hold: levels of arrays and objects within each other, and values in all. */
export type JsonBounds = { depth: number; values: number }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * Whether a text holds more than it may, without parsing it: a parser, a validator and the explanation of mistakes look at
 * every value, and a client writes one with one byte. Where the text is not JSON, the answer is right up to its first error.
 *
 * @param json in UTF-8
 * @returns the bound that is exceeded; undefined where the text keeps its bounds
 */
export function exceededBound(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma) values += 1
    else if (isOpening(byte)) {
      depth += 1
      values += 1
      if (depth > bounds.depth) return 'depth'
    } else if (isClosing(byte)) depth -= 1
    if (values > bounds.values) return 'values'
  }
  return undefined
}

/** The place of the closing quote of a text that begins here; past the end where there is none. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

/** `[` and `{`. */
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b

/** `]` and `}`. */
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d
