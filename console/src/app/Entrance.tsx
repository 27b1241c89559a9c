import { lazy, Suspense, startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { retried } from '../lib/retried.ts'
import { loadTexts } from './i18n.ts'
import { StartFailure } from './StartFailure.tsx'
import type { Identity } from './sign-in/identity.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'

/** Loads the console and its texts, once. */
export const loadConsole = () => Promise.all([retried(() => import('./Console.tsx')), loadTexts()])

const Console = lazy(() =>
  loadConsole().then(
    ([{ Console }]) => ({ default: Console }),
    () => ({ default: StartFailure }),
  ),
)

/** Shows the sign-in until someone has signed in, and loads the console meanwhile, so that the sign-in need not wait for it. */
export function Entrance({ identity }: { identity: Identity }) {
  const isSignedIn = useSyncExternalStore(identity.subscribe, identity.subject) !== undefined
  const [isOpen, setOpen] = useState(isSignedIn)
  useEffect(() => {
    // The sign-in page stays until the console is loaded; after a sign-out, the console shows it itself.
    if (isSignedIn) startTransition(() => setOpen(true))
    else void loadConsole().catch(() => {})
  }, [isSignedIn])
  if (!isOpen) return <SignInPage method={identity.method} />
  return (
    <Suspense>
      <Console identity={identity} />
    </Suspense>
  )
}
