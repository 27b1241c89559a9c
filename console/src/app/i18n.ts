import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, language } from '../lib/language.ts'
import { retried } from '../lib/retried.ts'
import type { Texts } from '../texts/catalogue.ts'
import { common } from '../texts/common.ts'
import { signIn } from '../texts/sign-in.ts'
import { textsIn } from '../texts/text.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** The texts of the sign-in, which waits for no others. */
const first = { ...common, signIn }
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
    resources: { en: { texts: textsIn('en', first) }, 'zh-TW': { texts: textsIn('zh-TW', first) } },
    interpolation: { escapeValue: false }, // React escapes
  })
}

/** Loads all texts of a language. */
export async function loadTexts(name = language()): Promise<void> {
  const { catalogue } = await retried(() => import('../texts/catalogue.ts'))
  i18next.addResourceBundle(name, 'texts', textsIn(name, catalogue))
}

/** Shows another language, and keeps the choice on this device. */
export async function chooseLanguage(name: Language): Promise<void> {
  await loadTexts(name)
  localStorage.setItem(stored, name)
  document.documentElement.lang = name
  await i18next.changeLanguage(name)
}
