import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../design/PageHeader.tsx'

export function TeamPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('pages.team')} />
}
