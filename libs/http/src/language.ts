import type { IncomingMessage } from 'node:http'
import { type Language, languages } from '@campstore/contract/texts/language'
import accepts from 'accepts'

/** The language of each tag of `accept-language`; a tag without a region asks for any of them. */
const offered: Readonly<Record<string, Language>> = {
  en: 'en',
  'zh-TW': 'zh-TW',
  'zh-Hant': 'zh-TW',
  'zh-Hant-TW': 'zh-TW',
  // Written in the same characters.
  'zh-HK': 'zh-TW',
  'zh-MO': 'zh-TW',
}

/** The language of a request by its `accept-language`, with respect to weights; English where it asks for none of ours. */
export function languageOf(request: IncomingMessage): Language {
  // Most requests of programs have none.
  if (request.headers['accept-language'] === undefined) return languages[0]
  const best = accepts(request).languages(Object.keys(offered))
  return offered[String(best)] ?? languages[0]
}
