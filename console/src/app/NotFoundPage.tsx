import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../design/EmptyState.tsx'
import { PageHeader } from '../design/PageHeader.tsx'

/** For addresses that lead to no page. */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('states.notFound')} />
      <EmptyState icon={Compass} title={t('states.notFoundHint')} hint={<Link to="/">{t('states.toToday')}</Link>} />
    </>
  )
}
