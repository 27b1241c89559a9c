import { Monitor, Moon, SunMedium } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, themes, useTheme } from '../theme.ts'
import './choice.css'

const icons = { system: Monitor, light: SunMedium, dark: Moon }

/** As the system, light, or dark. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const chosen = useTheme()
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
            onClick={() => chooseTheme(theme)}
          >
            <Icon aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
