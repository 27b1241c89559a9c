import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { openClient } from './client.ts'
import { createQueryClient } from './queries.ts'
import { createRouter } from './router.tsx'
import { SessionGate } from './SessionGate.tsx'
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
