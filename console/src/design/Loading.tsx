import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './loading.css'

/** Loading counts as slow after this time, in milliseconds. */
const slowMs = 5_000

/** Lines in the place of data that loads, so that nothing moves when it arrives; after a while, a text says that it is slow. */
export function Loading({ rows = 6, isPage = false }: { rows?: number; isPage?: boolean }) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={isPage ? 'loading loading-page' : 'loading'} role="status">
      <span className={isSlow ? 'muted' : 'visually-hidden'}>{t(isSlow ? 'states.slow' : 'states.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={index} className="skeleton" />
      ))}
    </div>
  )
}
