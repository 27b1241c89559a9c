import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'
import { ErrorText } from './ErrorState.tsx'
import './toasts.css'

type Note = { tone: 'positive' | 'danger'; content: ReactNode }

const queue = new ToastQueue<Note>({ maxVisibleToasts: 3 })

/** How long a note that something was done stays; a problem stays until it is closed, mended or left. In milliseconds. */
const noteMs = 6_000

/** The actions whose problems are told, by the keys of their notes. */
const told = new Map<string, string>()

/** Tells what was done. */
export const notify = (content: ReactNode): void => void queue.add({ tone: 'positive', content }, { timeout: noteMs })

/** Why something was not done: an error, or a text. */
type Why = { error: unknown; text?: never } | { text: string; error?: never }

/** Tells what was not done, and why where the title does not say it; it replaces what was told of the same action before. */
export function notifyProblem(title: string, why?: Why, action = title): void {
  closeProblems(action)
  const content = (
    <>
      <strong>{title}</strong>
      {why?.error !== undefined && <ErrorText error={why.error} />}
      {why?.text && <p>{why.text}</p>}
    </>
  )
  told.set(queue.add({ tone: 'danger', content }), action)
}

/** Takes away the problems of an action, or all of them. */
export function closeProblems(action?: string): void {
  for (const [key, its] of [...told]) {
    if (action !== undefined && its !== action) continue
    told.delete(key)
    queue.close(key)
  }
}

/** Shows the notes; each is announced. */
export function Toasts() {
  const { t } = useTranslation()
  return (
    <ToastRegion queue={queue} className="toasts no-print" aria-label={t('shell.notes')}>
      {({ toast }) => (
        <Toast toast={toast} className={`toast toast-${toast.content.tone}`}>
          {toast.content.tone === 'danger' ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <ToastContent className="toast-content">{toast.content.content}</ToastContent>
          <IconButton slot="close" icon={X} label={t('actions.close')} />
        </Toast>
      )}
    </ToastRegion>
  )
}
