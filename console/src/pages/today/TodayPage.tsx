import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../design/PageHeader.tsx'

export function TodayPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('pages.today')} />
}
