import { t } from 'i18next'
import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { Button, IconButton } from './Button.tsx'
import { ErrorText } from './ErrorState.tsx'
import './toasts.css'

type Note = { tone: 'positive' | 'danger'; title: ReactNode; more?: ReactNode }

const queue = new ToastQueue<Note>({ maxVisibleToasts: 3 })

/** How long a note of success stays, in milliseconds; a problem stays until someone closes or solves it, or leaves the page. */
const noteMs = 6_000

/** The actions with a shown problem, by the keys of their notes. */
const told = new Map<string, string>()

/** Shows a success. */
export const notify = (title: ReactNode): void => void queue.add({ tone: 'positive', title }, { timeout: noteMs })

/** The reason of a failure: an error, a text, or the refusals of several records. */
type Why = { error?: unknown; text?: string; list?: ReactNode }

/** Shows a failure, with its reason if the title does not say it; it replaces an earlier note of the same action. */
export function notifyProblem(title: string, why: Why = {}, action = title): void {
  closeProblems(action)
  const { error, text, list } = why
  const more = list ?? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part takes the focus
    <div className="toast-more" tabIndex={0}>
      {error !== undefined && <ErrorText error={error} />}
      {text && <p>{text}</p>}
    </div>
  )
  told.set(queue.add({ tone: 'danger', title: <strong>{title}</strong>, more }), action)
}

/** Removes the problems of an action, or all of them. */
export function closeProblems(action?: string): void {
  for (const [key, its] of [...told]) {
    if (action !== undefined && its !== action) continue
    told.delete(key)
    queue.close(key)
  }
}

/** Shows the notes; each is announced. */
export const Toasts = () => (
  <ToastRegion queue={queue} className="toasts no-print" aria-label={t('shell.notes')}>
    {({ toast }) => (
      <Toast toast={toast} className={`toast toast-${toast.content.tone}`}>
        {toast.content.tone === 'danger' ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
        <ToastContent className="toast-content">
          {toast.content.title}
          {toast.content.more}
        </ToastContent>
        <IconButton slot="close" icon={X} label={t('actions.close')} />
      </Toast>
    )}
  </ToastRegion>
)

type Refused = { id: string; code?: string | null; message: string | null }
type RefusalsProps = { refused: readonly Refused[]; retry?: (() => void) | undefined }

/** Why records were refused: each reason once, with its records folded below it. */
export function Refusals({ refused, retry }: RefusalsProps) {
  const count = refused.length
  const byReason = Object.entries(Object.groupBy(refused, ({ message, code }) => message ?? code ?? ''))
  return (
    <>
      <div className="toast-more stack-tight">
        {byReason.map(([reason, those = []]) => (
          <details key={reason}>
            <summary>
              {reason} <span className="muted">({those.length})</span>
            </summary>
            <p className="mono">{those.map(({ id }) => id).join(', ')}</p>
          </details>
        ))}
      </div>
      {retry && (
        <Button isSmall icon={RotateCw} onPress={retry}>
          {t('bulk.again', { count })}
        </Button>
      )}
    </>
  )
}
