import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'
import './error-state.css'

/** An error of a call: its code, what it concerns, and the id that leads to the request in the logs. */
type CallError = Error & { code: string; details: readonly { path: string; message: string }[]; requestId?: string }

const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && 'details' in error && Array.isArray(error.details)

/** What failed, in the API's words, and the id that leads to the request in the logs. */
export function ErrorText({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!isCallError(error)) return <p>{t('errors.unexpected')}</p>
  const { code, message, details, requestId } = error
  return (
    <div className="error-text">
      <p>{code === 'NETWORK_ERROR' || code === 'TIMEOUT' ? t(`errors.${code}`) : message}</p>
      {details.length > 0 && (
        <ul>
          {details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      <small>
        {code}
        {requestId && (
          <>
            {' · '}
            {t('errors.requestId')} <code>{requestId}</code>
          </>
        )}
      </small>
    </div>
  )
}

/** Shown in place of what could not be read. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="error-state">
      <Message tone="danger">
        <ErrorText error={error} />
      </Message>
      {retry && (
        <Button icon={RotateCw} onPress={retry}>
          {t('actions.retry')}
        </Button>
      )}
    </div>
  )
}
