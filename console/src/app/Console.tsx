import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { CampstoreError, openClient } from './client.ts'
import { NotFoundPage, PageFailure, PageGuard } from './page-states.tsx'
import { type Page, pageGroups } from './pages.ts'
import { SessionGate } from './SessionGate.tsx'
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
