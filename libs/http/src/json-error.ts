import { oneOf, type Text, type TextKey, text } from '@campstore/contract/texts/text'

/** The tokens that JSON allows at a place. */
type Expected = 'a value' | 'a value or "]"' | 'a field name' | 'a field name or "}"' | '":"' | AfterValue
type AfterValue = '"," or "}"' | '"," or "]"' | 'the end'

/** The closing brackets of open arrays and objects, the innermost last. */
type Open = ('}' | ']')[]

const whitespace = /[\t\n\r ]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y
const word = /(?:true|false|null)(?!\w)/y
// cspell:ignore bfnrt
/** A text without its closing quote. Printable characters are those from the space on. */
const openText = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

/** A text is explained up to here: this many tokens take a millisecond, and people do not write more by hand. */
const maxTokens = 2_000

/**
 * Says where a text stops being JSON and what is there, without its words and numbers, which may be secret:
 * `is not valid JSON: line 2, column 9 has "}" instead of a value`. Past {@link maxTokens} it only says that the error is
 * further on.
 *
 * @param json a text that JSON.parse refuses
 */
export function describeJsonError(json: string): Text {
  const { at, found, expected } = findError(json)
  const { line, column } = placeOf(json, at)
  if (found === undefined || expected === undefined) return text('json.wrongLater', { line, column })
  return text('json.wrong', { line, column, found: nameOf(found), expected: oneOf(expected.split(' or ').map(nameOf)) })
}

/** What a message calls a token; a character is called by itself. */
const nameOf = (token: string): Text | string => {
  const key = tokenTexts[token]
  return key === undefined ? token : text(key)
}

const tokenTexts: Readonly<Partial<Record<string, JsonKey>>> = {
  'a value': 'json.value',
  'a text': 'json.text',
  'a field name': 'json.fieldName',
  'the rest of a text': 'json.restOfText',
  'an unknown word': 'json.word',
  'the end': 'json.end',
  'an escape that JSON does not know': 'json.escape',
  'a line break': 'json.lineBreak',
  'a control character': 'json.control',
}
type JsonKey = Exclude<Extract<TextKey, `json.${string}`>, 'json.wrong' | 'json.wrongLater'>

/** Line and column of a place, both from 1, the column in characters. */
function placeOf(json: string, at: number): { line: number; column: number } {
  let line = 1
  let column = 1
  for (let before = 0; before < at; before += 1) {
    const unit = json.charCodeAt(before)
    if (unit === 0x0a) {
      line += 1
      column = 1
    } else if ((unit & 0xfc00) !== 0xdc00) column += 1
  }
  return { line, column }
}

/** Where the first error is; without what was found where it is further on than is looked. */
function findError(json: string): { at: number; found?: string; expected?: string } {
  const open: Open = []
  let expected: Expected = 'a value'
  let at = endOf(whitespace, json, 0) ?? 0
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    const { kind, end } = readToken(json, at)
    if (kind === 'broken text') return { at: end, found: brokenBy(json[end]), expected: 'the rest of a text' }
    const next = advance(open, expected, kind)
    if (!next || kind === 'the end') return { at, found: kind, expected }
    expected = next
    at = endOf(whitespace, json, end) ?? end
  }
  return { at }
}

/** The token at a place: its kind as a message says it, and where it ends. */
function readToken(json: string, at: number): { kind: string; end: number } {
  const character = json[at]
  if (character === undefined) return { kind: 'the end', end: at }
  if (character === '"') {
    const end = endOf(openText, json, at) ?? at + 1
    return json[end] === '"' ? { kind: 'a text', end: end + 1 } : { kind: 'broken text', end }
  }
  const end = endOf(number, json, at) ?? endOf(word, json, at)
  if (end !== undefined) return { kind: 'a value', end }
  return { kind: /[!-/:-@[-`{-~]/.test(character) ? `"${character}"` : 'an unknown word', end: at + 1 }
}

/** The tokens that are allowed after a token; undefined where the token itself is not allowed. */
function advance(open: Open, expected: Expected, kind: string): Expected | undefined {
  const inner = open.at(-1)
  if (kind === 'a text' && expected.startsWith('a field name')) return '":"'
  if (expected.startsWith('a value')) {
    if (kind === 'a text' || kind === 'a value') return afterValue(open)
    if (kind === '"{"') open.push('}')
    if (kind === '"["') open.push(']')
    if (kind === '"{"') return 'a field name or "}"'
    if (kind === '"["') return 'a value or "]"'
  }
  if (kind === '":"' && expected === '":"') return 'a value'
  if (kind === '","' && expected.startsWith(kind)) return inner === '}' ? 'a field name' : 'a value'
  if (kind === `"${inner}"` && expected.endsWith(kind)) {
    open.pop()
    return afterValue(open)
  }
  return undefined
}

function afterValue(open: Open): AfterValue {
  const inner = open.at(-1)
  return inner === undefined ? 'the end' : `"," or "${inner}"`
}

function brokenBy(character: string | undefined): string {
  if (character === undefined) return 'the end'
  if (character === '\\') return 'an escape that JSON does not know'
  return character === '\n' || character === '\r' ? 'a line break' : 'a control character'
}

/** Where a match of a sticky pattern at a place ends. */
function endOf(pattern: RegExp, json: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(json) ? pattern.lastIndex : undefined
}
