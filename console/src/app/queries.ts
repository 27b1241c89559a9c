import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CampstoreError } from './client.ts'
import type { Identity } from './sign-in/identity.ts'

/** The greatest age of the data of a visible page, in milliseconds. */
export const refreshMs = 20_000

/**
 * Keeps the data of pages: a visible page reads it again every {@link refreshMs}, and when it becomes visible again.
 * The client already retries transient failures, so a page shows a failure at once.
 */
export function createQueryClient(identity: Identity): QueryClient {
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
