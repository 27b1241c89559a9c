/** The longest line of a generated JSON file, unless one text alone is longer. */
const width = 140

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Numbers, texts, truth values and null, with the name that they have in an object. */
const named = (name: string | undefined, text: string): string =>
  name === undefined ? text : `${JSON.stringify(name)}: ${text}`

/**
 * Writes JSON so that a change can be read as a difference of lines: an object or array that fits on a line has one line, and of
 * any other each part has its own lines; adjacent numbers and texts share a line.
 */
export const layOut = (value: unknown): string => `${linesOf(value, '', 0)}\n`

function onOneLine(value: unknown): string {
  if (!isPart(value)) return JSON.stringify(value)
  const members = membersOf(value).map(([name, member]) => named(name, onOneLine(member)))
  if (members.length === 0) return Array.isArray(value) ? '[]' : '{}'
  return Array.isArray(value) ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`
}

/** @param used columns of the line that are taken before the value */
function linesOf(value: unknown, indent: string, used: number): string {
  const flat = onOneLine(value)
  if (!isPart(value) || used + flat.length <= width) return flat
  const inner = `${indent}  `
  const lines: string[] = []
  let isOpen = false
  for (const [name, member] of membersOf(value)) {
    const start = inner.length + named(name, '').length
    const text = named(name, linesOf(member, inner, start + 1))
    const last = lines.at(-1) ?? ''
    if (isOpen && !isPart(member) && last.length + text.length + 3 <= width) lines.splice(-1, 1, `${last}, ${text}`)
    else lines.push(`${inner}${text}`)
    isOpen = !isPart(member)
  }
  const [first, last] = Array.isArray(value) ? '[]' : '{}'
  return `${first}\n${lines.join(',\n')}\n${indent}${last}`
}

const membersOf = (value: object): [string | undefined, unknown][] =>
  Array.isArray(value)
    ? value.map(member => [undefined, member])
    : Object.entries(value).filter(([, member]) => member !== undefined)
