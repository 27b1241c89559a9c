import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { openClient } from './app/client.ts'
import { startI18n } from './app/i18n.ts'
import { createQueryClient } from './app/queries.ts'
import { createRouter } from './app/router.tsx'
import { SessionGate } from './app/SessionGate.tsx'
import { StartFailure } from './app/StartFailure.tsx'
import { openIdentity } from './app/sign-in/open-identity.ts'
import { applyTheme } from './app/theme.ts'
import './design/tokens.css'
import './design/base.css'

applyTheme()
const root = createRoot(document.getElementById('root') ?? document.body)
const [identity] = await Promise.all([openIdentity().catch(() => undefined), startI18n()])
if (identity === undefined) {
  root.render(<StartFailure />)
} else {
  openClient(identity)
  const router = createRouter()
  root.render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient(identity)}>
        <SessionGate identity={identity}>
          <RouterProvider router={router} />
        </SessionGate>
      </QueryClientProvider>
    </StrictMode>,
  )
}
