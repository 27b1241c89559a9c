import { t } from 'i18next'
import { type Language, language, languages } from '../../lib/language.ts'
import { chooseLanguage } from '../i18n.ts'
import './choice.css'

/** The languages, each in its own words. */
export const LanguageChoice = ({ choose = chooseLanguage }: { choose?: (name: Language) => unknown }) => (
  <fieldset className="choice" aria-label={t('shell.language')}>
    {Object.entries(languages).map(([name, label]) => (
      <button
        key={name}
        type="button"
        lang={name}
        aria-pressed={name === language()}
        // The keys of `languages` are languages.
        onClick={() => void choose(name as Language)}
      >
        {label}
      </button>
    ))}
  </fieldset>
)
