import i18next from 'i18next'

/** The languages, each by its own name. */
export const languages = { en: 'English', 'zh-TW': '繁體中文' } as const
export type Language = keyof typeof languages

export const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** The shown language. */
export const language = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')
