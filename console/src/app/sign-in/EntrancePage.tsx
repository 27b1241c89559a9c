import { t } from 'i18next'
import { type ReactNode, useEffect } from 'react'
import { cx } from '../../design/cx.ts'
import { Brand } from '../shell/Brand.tsx'
import { LanguageChoice } from '../shell/LanguageChoice.tsx'
import './entrance.css'
import '../../design/button.css'

type EntrancePageProps = { title: string; hasExpired?: boolean | undefined; children: ReactNode }

/** A page before the console: a card on a quiet ground. After a session has ended, the language stays, because open forms do. */
export function EntrancePage({ title, hasExpired, children }: EntrancePageProps) {
  useEffect(() => {
    document.title = `${title} · campstore`
  }, [title])
  return (
    <div className="entrance">
      <main className="card stack">
        <Brand />
        <h1>{title}</h1>
        <p className="entrance-hint muted">{t('signIn.hint')}</p>
        {children}
      </main>
      <footer>{!hasExpired && <LanguageChoice />}</footer>
    </div>
  )
}

type EntranceButtonProps = { children: ReactNode; isPrimary?: boolean; isPending?: boolean; onPress?(): void }

/** A button before the console, which sends its form unless it has an action. It does without the console's components, which load later. */
export const EntranceButton = ({ children, isPrimary = false, isPending = false, onPress }: EntranceButtonProps) => (
  <button
    type={onPress ? 'button' : 'submit'}
    className={cx('button', `button-${isPrimary ? 'primary' : 'secondary'}`, isPending && 'button-pending')}
    aria-disabled={isPending || undefined}
    onClick={event => {
      if (isPending) event.preventDefault()
      else onPress?.()
    }}
  >
    {isPending && <span className="spinner" aria-hidden />}
    <span>{children}</span>
  </button>
)
