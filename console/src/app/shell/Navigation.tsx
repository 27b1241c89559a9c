import { t } from 'i18next'
import { BookOpen, ChevronsUpDown, LogOut, Monitor, Moon, SunMedium } from 'lucide-react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { NavLink } from 'react-router'
import '../../design/menu.css'
import { useState } from 'react'
import { askToLeave } from '../../design/unsaved.ts'
import { chooseLanguage } from '../i18n.ts'
import { isOpenTo, pageGroups } from '../pages.ts'
import { useSession } from '../session.ts'
import { chooseTheme, chosenTheme, themes } from '../theme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** The pages that the administrator may open, and the administrator's own choices. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const session = useSession()
  const { administrator, signOut } = session
  const groups = pageGroups
    .map(group => ({ ...group, pages: group.pages.filter(page => isOpenTo(page, session)) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <div className="nav">
      <nav aria-label={t('shell.navigation')}>
        {groups.map(({ id, pages }) => (
          <div key={id} className="nav-group">
            {id !== 'start' && <h2 id={`nav-${id}`}>{t(`shell.groups.${id}`)}</h2>}
            <ul aria-labelledby={id === 'start' ? undefined : `nav-${id}`}>
              {pages.map(({ id, path, icon: Icon }) => (
                <li key={id}>
                  <NavLink to={`/${path}`} end={path === ''} onClick={onChoose}>
                    <Icon aria-hidden />
                    {t(`${id}.page`)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <DialogTrigger>
        <Button className="nav-account">
          <span>
            <strong>{administrator.name}</strong>
            <small>{t(`roles.${administrator.role}`)}</small>
          </span>
          <ChevronsUpDown aria-hidden />
        </Button>
        <Popover className="menu nav-menu" placement="top start">
          <Dialog aria-label={t('shell.account', { name: administrator.name })}>
            <LanguageChoice choose={name => askToLeave({ leave: () => void chooseLanguage(name) })} />
            <ThemeChoice />
            <a className="nav-choice row" href="/docs" target="_blank" rel="noreferrer">
              <BookOpen aria-hidden />
              {t('shell.documentation')}
            </a>
            <button type="button" className="nav-choice row" onClick={() => askToLeave({ leave: signOut })}>
              <LogOut aria-hidden />
              {t('shell.signOut')}
            </button>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  )
}

const icons = { system: Monitor, light: SunMedium, dark: Moon }

function ThemeChoice() {
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
