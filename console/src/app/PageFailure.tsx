import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ErrorState } from '../design/ErrorState.tsx'
import { PageHeader } from '../design/PageHeader.tsx'

/** For a page that could not be loaded or drawn, as after a release that has removed its files. */
export function PageFailure() {
  const { t } = useTranslation()
  const error = useRouteError()
  return (
    <>
      <PageHeader title={t('states.failed')} />
      <ErrorState error={error} retry={() => location.reload()} />
    </>
  )
}
