import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, language } from '../lib/language.ts'
import { retried } from '../lib/retried.ts'
import type { Texts } from '../texts/catalogue.ts'
import { common as englishCommon } from '../texts/en/common.ts'
import { signIn as englishSignIn } from '../texts/en/sign-in.ts'
import { common as chineseCommon } from '../texts/zh-TW/common.ts'
import { signIn as chineseSignIn } from '../texts/zh-TW/sign-in.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** The texts of the sign-in, which waits for no others. */
const first = {
  en: { texts: { ...englishCommon, signIn: englishSignIn } },
  'zh-TW': { texts: { ...chineseCommon, signIn: chineseSignIn } },
}
const catalogues: Record<Language, () => Promise<Texts>> = {
  en: () => retried(() => import('../texts/en.ts')).then(({ texts }) => texts),
  'zh-TW': () => retried(() => import('../texts/zh-TW.ts')).then(({ texts }) => texts),
}
const stored = 'campstore.language'

/** The person's choice on this device, or else the first supported language of the browser. */
function preferred(): Language {
  const chosen = localStorage.getItem(stored)
  if (isLanguage(chosen)) return chosen
  const first = navigator.languages.find(name => /^(?:en|zh)\b/i.test(name))
  return first?.toLowerCase().startsWith('zh') ? 'zh-TW' : 'en'
}

/** Chooses the preferred language. Only the sign-in has its texts then. */
export async function startI18n(): Promise<void> {
  const name = preferred()
  document.documentElement.lang = name
  await i18next.use(initReactI18next).init({
    lng: name,
    fallbackLng: false,
    defaultNS: 'texts',
    resources: first,
    interpolation: { escapeValue: false }, // React escapes
  })
}

/** Loads all texts of a language. */
export async function loadTexts(name = language()): Promise<void> {
  i18next.addResourceBundle(name, 'texts', await catalogues[name]())
}

/** Shows another language, and keeps the choice on this device. */
export async function chooseLanguage(name: Language): Promise<void> {
  await loadTexts(name)
  localStorage.setItem(stored, name)
  document.documentElement.lang = name
  await i18next.changeLanguage(name)
}
