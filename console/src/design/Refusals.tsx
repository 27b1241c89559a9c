import { t } from 'i18next'
import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'

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
