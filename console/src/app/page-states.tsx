import { t } from 'i18next'
import { Compass, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Outlet, useRouteError } from 'react-router'
import { ErrorState } from '../design/ErrorState.tsx'
import { EmptyState } from '../design/Loaded.tsx'
import { Message } from '../design/Message.tsx'
import { PageHeader } from '../design/PageHeader.tsx'
import { isOpenTo, type Page } from './pages.ts'
import { useSession } from './session.ts'

/** Shows a page to people who may open it. */
export function PageGuard({ page }: { page: Page }) {
  if (isOpenTo(page, useSession())) return <Outlet />
  return (
    <>
      <PageHeader title={t(`${page.id}.page`)} />
      <EmptyState icon={Lock} title={t('states.notPermitted')} hint={t('states.notPermittedHint')} />
    </>
  )
}

/** For addresses that lead to no page. */
export const NotFoundPage = () => (
  <>
    <PageHeader title={t('states.notFound')} />
    <EmptyState icon={Compass} title={t('states.notFoundHint')} hint={<Link to="/">{t('states.toToday')}</Link>} />
  </>
)

/** Reloads a page, because a browser may remember that a file failed: once an hour at most, while the gateway answers, unless it was left. */
async function reloadOnce(left: AbortSignal): Promise<void> {
  const key = `campstore:reloaded:${location.pathname}`
  const isRecent = Date.now() - Number(sessionStorage.getItem(key)) < 3_600_000
  if (isRecent || !(await fetch(location.href, { signal: left })).ok) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/** Shown for a page that could not load or render, for example after a release has removed its files; offline, it opens once the connection is back. */
export function PageFailure() {
  const error = useRouteError()
  useEffect(() => {
    const left = new AbortController()
    addEventListener('online', () => location.reload(), left)
    if (navigator.onLine) void reloadOnce(left.signal).catch(() => {})
    return () => left.abort()
  }, [])
  return (
    <>
      <PageHeader title={t('states.failed')} />
      {navigator.onLine ? (
        <ErrorState error={error} retry={() => location.reload()} />
      ) : (
        <Message tone="notice">{t('errors.offline')}</Message>
      )}
    </>
  )
}
