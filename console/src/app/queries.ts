import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CampstoreError } from './client.ts'
import { expireSession } from './session.ts'
import type { Identity } from './sign-in/identity.ts'

/** How old what a visible page shows may be, in milliseconds. */
export const refreshMs = 20_000

/**
 * Keeps what pages read: it is read again every {@link refreshMs} while the page is visible, and when it becomes visible again.
 * The client repeats what fails for a moment, so a failure is shown at once.
 */
export function createQueryClient(identity: Identity): QueryClient {
  const followRefusal = (error: unknown, isSession = false) => {
    if (!(error instanceof CampstoreError)) return
    if (error.status === 401) expireSession(identity)
    // A permission was taken away: the pages that need it are left at once.
    if (error.status === 403 && !isSession) void queries.invalidateQueries({ queryKey: ['session'] })
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => followRefusal(error, queryKey[0] === 'session') }),
    mutationCache: new MutationCache({ onError: error => followRefusal(error) }),
    defaultOptions: {
      // Without a connection they fail at once and say so: nothing is done later that nobody expects then.
      queries: {
        staleTime: 5_000,
        refetchInterval: refreshMs,
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
