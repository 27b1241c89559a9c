import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { EmptyState } from '../design/EmptyState.tsx'
import { PageHeader } from '../design/PageHeader.tsx'
import { isOpenTo, type Page } from './pages.ts'
import { useSession } from './session.ts'

/** Shows a page to people who may open it. */
export function PageGuard({ page }: { page: Page }) {
  const { t } = useTranslation()
  if (isOpenTo(page, useSession())) return <Outlet />
  return (
    <>
      <PageHeader title={t(`${page.id}.page`)} />
      <EmptyState icon={Lock} title={t('states.notPermitted')} hint={t('states.notPermittedHint')} />
    </>
  )
}
