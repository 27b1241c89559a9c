import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ErrorState } from '../design/ErrorState.tsx'
import { Message } from '../design/Message.tsx'
import { PageHeader } from '../design/PageHeader.tsx'

/** Shown for a page that could not load or render, for example after a release has removed its files; offline, it opens once the connection is back. */
export function PageFailure() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isOffline = !navigator.onLine
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <>
      <PageHeader title={t('states.failed')} />
      {isOffline ? (
        <Message tone="notice">{t('errors.offline')}</Message>
      ) : (
        <ErrorState error={error} retry={() => location.reload()} />
      )}
    </>
  )
}
