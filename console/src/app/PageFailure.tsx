import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ErrorState } from '../design/ErrorState.tsx'
import { Message } from '../design/Message.tsx'
import { PageHeader } from '../design/PageHeader.tsx'

/** For a page that could not be loaded or drawn, as after a release that has removed its files; it opens when the connection is back. */
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
