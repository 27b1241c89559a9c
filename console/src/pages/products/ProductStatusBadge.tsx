import { useTranslation } from 'react-i18next'
import { Badge } from '../../design/Badge.tsx'
import type { Product } from './queries.ts'

export function ProductStatusBadge({ status }: Pick<Product, 'status'>) {
  const { t } = useTranslation()
  return <Badge tone={status === 'active' ? 'positive' : 'neutral'}>{t(`products.statuses.${status}`)}</Badge>
}
