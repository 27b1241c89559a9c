import { t } from 'i18next'
import { RotateCw } from 'lucide-react'
import { namedProblem } from '../lib/problems.ts'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'
import './error-state.css'

/** An error of a call: its code, its fields, and the id that leads to the request in the logs. */
type CallError = Error & { code: string; details: readonly { path: string; message: string }[]; requestId?: string }

const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && 'details' in error && Array.isArray(error.details)

/** The failure in the API's words, and the id that leads to the request in the logs. */
export function ErrorText({ error }: { error: unknown }) {
  if (!isCallError(error)) return <p>{t('errors.unexpected')}</p>
  const { code, details, requestId } = error
  const problems = details.map(({ path, message }) => ({
    written: `${path} ${message}`,
    named: namedProblem(path, message),
  }))
  const message = problems.reduce((text, { written, named }) => text.replace(written, named), error.message)
  // Without a response, the API has given no text.
  const isUnanswered = requestId === undefined && (code === 'NETWORK_ERROR' || code === 'TIMEOUT')
  const others = problems.filter(({ named }) => !message.includes(named))
  return (
    <div className="error-text stack-tight">
      <p>{isUnanswered ? t(`errors.${code}`) : message}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ named }) => (
            <li key={named}>{named}</li>
          ))}
        </ul>
      )}
      <small>
        {code}
        {requestId && (
          <>
            {' · '}
            {t('errors.requestId')} <code className="mono">{requestId}</code>
          </>
        )}
      </small>
    </div>
  )
}

/** Shown in place of data that could not be read. */
export const ErrorState = ({ error, retry }: { error: unknown; retry?: () => void }) => (
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
