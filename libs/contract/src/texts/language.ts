import { english, type Text, write } from './text.ts'
import { zhTw } from './zh-tw.ts'

/** The languages of errors, as `content-language` names them; the first is the default. */
export const languages = ['en', 'zh-TW'] as const
export type Language = (typeof languages)[number]

const lists = { and: new Intl.ListFormat('zh-TW'), or: new Intl.ListFormat('zh-TW', { type: 'disjunction' }) }

export const writeIn = (language: Language, written: Text): string =>
  language === 'en' ? english(written) : write(written, zhTw, lists)
