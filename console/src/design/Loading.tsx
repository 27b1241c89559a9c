import { useTranslation } from 'react-i18next'
import './loading.css'

/** Lines in the place of what is being read, so that nothing moves when it comes. */
export function Loading({ rows = 6, isPage = false }: { rows?: number; isPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={isPage ? 'loading loading-page' : 'loading'} role="status">
      <span className="visually-hidden">{t('states.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={index} className="skeleton" />
      ))}
    </div>
  )
}
