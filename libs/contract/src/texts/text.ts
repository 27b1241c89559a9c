import { en } from './en.ts'

/** The name of a text in the catalogue. */
export type TextKey = keyof typeof en

/** A part of a text: a verbatim value, a text, or several of either, joined by "and" or "or". */
export type Param = string | number | Text | { readonly join: 'and' | 'or'; readonly items: readonly (string | Text)[] }

/** A text of the catalogue with its parameters; the response writes it in the language of the reader. */
export type Text = { readonly key: TextKey; readonly params: Readonly<Record<string, Param>> }

/** An entry of a catalogue; `one` is for a parameter `count` of 1. */
export type Entry = string | { readonly one: string; readonly other: string }

/** The names in braces. */
type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Template<K extends TextKey> = (typeof en)[K] extends { other: infer Other extends string }
  ? Other
  : (typeof en)[K] extends string
    ? (typeof en)[K]
    : never
type Params<K extends TextKey> = { readonly [Name in Names<Template<K>>]: Name extends 'count' ? number : Param }

/** The parameters that a text takes; nothing where it takes none. */
export type ParamsOf<K extends TextKey> = [Names<Template<K>>] extends [never] ? [] : [Params<K>]

/** The names of texts without parameters. */
export type PlainTextKey = { [K in TextKey]: ParamsOf<K> extends [] ? K : never }[TextKey]

/** A text of the catalogue with its parameters. */
export const text = <K extends TextKey>(key: K, ...params: ParamsOf<K>): Text => ({ key, params: params[0] ?? {} })

/** A finished text, such as a message of another service. */
export const verbatim = (written: string): Text => text('verbatim', { text: written })

/** All of several, as a text names them: `a, b and c`. */
export const allOf = (items: readonly (string | Text)[]): Param => ({ join: 'and', items })

/** One of several, as a text names them: `a, b or c`. */
export const oneOf = (items: readonly (string | Text)[]): Param => ({ join: 'or', items })

const lists = { and: new Intl.ListFormat('en-GB'), or: new Intl.ListFormat('en-GB', { type: 'disjunction' }) }

/** A text in English: for logs, and for clients that ask for no other language. */
export const english = (written: Text): string => write(written, en, lists)

/** Writes a text by a catalogue. */
export function write(
  { key, params }: Text,
  catalogue: Readonly<Record<TextKey, Entry>>,
  joined: Readonly<Record<'and' | 'or', Intl.ListFormat>>,
): string {
  const entry = catalogue[key]
  const template = typeof entry === 'string' ? entry : params.count === 1 ? entry.one : entry.other
  const part = (param: Param | undefined): string => {
    if (typeof param !== 'object') return String(param)
    return 'key' in param ? write(param, catalogue, joined) : joined[param.join].format(param.items.map(part))
  }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => part(params[name]))
}

/** A time as people read it, to the minute, with its IANA zone: `2025-05-31, 23:59 (Asia/Taipei)`. */
export function localTime(at: Date, timezone: string): Text {
  const options = { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' } as const
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', options).format(at).split(' ')
  return text('time', { date, time, timezone })
}

/** The texts of declarations by their English: a validator keeps strings only. There are as many as declarations. */
const declared = new Map<string, Text>()

/** The message of a check in a declaration. {@link textOfIssue} finds its text again. */
export const issue = <K extends TextKey>(key: K, ...params: ParamsOf<K>): string => issueOf(text(key, ...params))

/** A text as the message of a check in a declaration; only for texts with few different values. */
export function issueOf(message: Text): string {
  const written = english(message)
  declared.set(written, message)
  return written
}

/** The text of a message that a declaration gives; undefined for one of the validator itself. */
export const textOfIssue = (message: string): Text | undefined => declared.get(message)
