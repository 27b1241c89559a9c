import type { Language } from '../lib/language.ts'

/** A text in English and in Chinese; a text alone is the singular, which Chinese has not. */
type Text = string | readonly [english: string, chinese: string]

/** Texts by their keys, in groups. */
export type Catalogue = { readonly [key: string]: Text | Catalogue }

/** The texts of a catalogue in one language. */
export type TextsOf<C> = {
  readonly [Key in keyof C]: C[Key] extends Text ? string : TextsOf<C[Key]>
}

/** The texts of a catalogue in a language. */
export function textsIn<C extends Catalogue>(language: Language, catalogue: C): TextsOf<C> {
  const textOf = (text: Text) => (typeof text === 'string' ? text : text[language === 'en' ? 0 : 1])
  const isText = (part: Text | Catalogue): part is Text => typeof part === 'string' || Array.isArray(part)
  const texts = Object.entries(catalogue).map(([key, part]) => [
    key,
    isText(part) ? textOf(part) : textsIn(language, part),
  ])
  // Object.fromEntries forgets the keys.
  return Object.fromEntries(texts)
}
