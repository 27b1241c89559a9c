import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from '../texts/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** The languages, by their names in themselves. */
export const languages = { en: 'English', 'zh-TW': '繁體中文' } as const
export type Language = keyof typeof languages

const catalogues: Record<Language, () => Promise<Texts>> = {
  en: () => import('../texts/en.ts').then(({ texts }) => texts),
  'zh-TW': () => import('../texts/zh-TW.ts').then(({ texts }) => texts),
}
const stored = 'campstore.language'
const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** The language that is shown. */
export const language = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')

/** The person's choice on this device, or else the browser's first language that there is. */
function preferred(): Language {
  const chosen = localStorage.getItem(stored)
  if (isLanguage(chosen)) return chosen
  const first = navigator.languages.find(name => /^(?:en|zh)\b/i.test(name))
  return first?.toLowerCase().startsWith('zh') ? 'zh-TW' : 'en'
}

/** Loads the texts of the preferred language. */
export async function startI18n(): Promise<void> {
  const name = preferred()
  document.documentElement.lang = name
  await i18next.use(initReactI18next).init({
    lng: name,
    fallbackLng: false,
    defaultNS: 'texts',
    resources: { [name]: { texts: await catalogues[name]() } },
    interpolation: { escapeValue: false }, // React escapes
  })
}

/** Shows another language, and keeps the choice on this device. */
export async function chooseLanguage(name: Language): Promise<void> {
  if (!i18next.hasResourceBundle(name, 'texts')) i18next.addResourceBundle(name, 'texts', await catalogues[name]())
  localStorage.setItem(stored, name)
  document.documentElement.lang = name
  await i18next.changeLanguage(name)
}
