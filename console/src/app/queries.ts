import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CampstoreError } from './client.ts'
import type { Identity } from './sign-in/identity.ts'

/** How old what a visible page shows may be, in milliseconds. */
export const refreshMs = 20_000

/**
 * Keeps what pages read: it is read again every {@link refreshMs} while the page is visible, and when it becomes visible again.
 * The client repeats what fails for a moment, so a failure is shown at once.
 */
export function createQueryClient(identity: Identity): QueryClient {
  const signOutWhenRefused = (error: unknown) => {
    if (error instanceof CampstoreError && error.status === 401) void identity.signOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: signOutWhenRefused }),
    mutationCache: new MutationCache({ onError: signOutWhenRefused }),
    defaultOptions: {
      queries: { staleTime: 5_000, refetchInterval: refreshMs, retry: false, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}
