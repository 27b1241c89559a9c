import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from '../shell/Brand.tsx'
import { LanguageChoice } from '../shell/LanguageChoice.tsx'
import './entrance.css'

/** A page before the console: a card on a quiet ground. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · campstore`
  }, [title])
  return (
    <div className="entrance">
      <main className="entrance-card">
        <Brand />
        <h1>{title}</h1>
        <p className="entrance-hint">{t('signIn.hint')}</p>
        {children}
      </main>
      <footer>
        <LanguageChoice />
      </footer>
    </div>
  )
}
