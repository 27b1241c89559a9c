import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { t } from 'i18next'
import { Compass, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createBrowserRouter, Link, Outlet, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ErrorState } from '../design/ErrorState.tsx'
import { EmptyState } from '../design/Loaded.tsx'
import { Message } from '../design/Message.tsx'
import { PageHeader } from '../design/PageHeader.tsx'
import { CampstoreError, openClient } from './client.ts'
import { isOpenTo, type Page, pageGroups } from './pages.ts'
import { SessionGate } from './SessionGate.tsx'
import { useSession } from './session.ts'
import { Shell } from './shell/Shell.tsx'
import type { Identity } from './sign-in/identity.ts'

/** Parts that load only after sign-in. */
export function Console({ identity }: { identity: Identity }) {
  const [{ queries, router }] = useState(() => {
    openClient(identity)
    return { queries: createQueryClient(identity), router: createRouter() }
  })
  return (
    <QueryClientProvider client={queries}>
      <SessionGate identity={identity}>
        <RouterProvider router={router} />
      </SessionGate>
    </QueryClientProvider>
  )
}

/**
 * Keeps the data of pages: a visible page reads it again every 20 seconds, and when it becomes visible again.
 * The client already retries transient failures, so a page shows a failure at once.
 */
function createQueryClient(identity: Identity): QueryClient {
  const followRefusal = (error: unknown, isSession = false) => {
    if (!(error instanceof CampstoreError)) return
    if (error.status === 401) void identity.forget()
    // A permission was removed: the pages that need it close at once.
    if (error.status === 403 && !isSession) void queries.invalidateQueries({ queryKey: ['session'] })
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => followRefusal(error, queryKey[0] === 'session') }),
    mutationCache: new MutationCache({ onError: error => followRefusal(error) }),
    defaultOptions: {
      // Without a connection they fail at once: no action is carried out later, when the person no longer expects it.
      queries: {
        staleTime: 5_000,
        refetchInterval: 20_000,
        retry: false,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}

const routesOf = (page: Page) => {
  const element = <PageGuard page={page} />
  const loaded = (path: string, load: Page['load']) => ({
    path,
    element,
    errorElement: <PageFailure />,
    children: [{ index: true, lazy: async () => ({ Component: await load() }) }],
  })
  return [loaded(page.path, page.load), ...(page.detail ? [loaded(`${page.path}/:id`, page.detail)] : [])]
}

/** The pages, each loaded when it is first opened. */
const createRouter = () =>
  createBrowserRouter(
    [
      {
        element: <Shell />,
        errorElement: <PageFailure />,
        hydrateFallbackElement: <div />,
        children: [
          ...pageGroups.flatMap(({ pages }) => pages).flatMap(routesOf),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
    { basename: import.meta.env.BASE_URL.replace(/\/$/, '') },
  )

/** Shows a page to people who may open it. */
function PageGuard({ page }: { page: Page }) {
  if (isOpenTo(page, useSession())) return <Outlet />
  return (
    <>
      <PageHeader title={t(`${page.id}.page`)} />
      <EmptyState icon={Lock} title={t('states.notPermitted')} hint={t('states.notPermittedHint')} />
    </>
  )
}

/** For addresses that lead to no page. */
const NotFoundPage = () => (
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
function PageFailure() {
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
