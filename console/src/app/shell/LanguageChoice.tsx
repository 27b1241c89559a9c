import { useTranslation } from 'react-i18next'
import { language, languages } from '../../lib/language.ts'
import { chooseLanguage } from '../i18n.ts'
import './choice.css'

/** The languages, each in its own words. */
export function LanguageChoice() {
  const { t } = useTranslation()
  return (
    <fieldset className="choice" aria-label={t('shell.language')}>
      {Object.entries(languages).map(([name, label]) => (
        <button
          key={name}
          type="button"
          lang={name}
          aria-pressed={name === language()}
          // The keys of `languages` are languages.
          onClick={() => void chooseLanguage(name as keyof typeof languages)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
