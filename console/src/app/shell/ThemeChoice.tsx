import { Monitor, Moon, SunMedium } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, chosenTheme, themes } from '../theme.ts'
import './choice.css'

const icons = { system: Monitor, light: SunMedium, dark: Moon }

/** System default, light, or dark. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <fieldset className="choice" aria-label={t('shell.theme')}>
      {themes.map(theme => {
        const Icon = icons[theme]
        return (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === chosen}
            aria-label={t(`shell.themes.${theme}`)}
            title={t(`shell.themes.${theme}`)}
            onClick={() => setChosen(chooseTheme(theme))}
          >
            <Icon aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
