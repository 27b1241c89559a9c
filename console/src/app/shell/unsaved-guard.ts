import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askToLeave, isSaved } from '../../design/unsaved.ts'

/** Asks before another page opens or the tab closes while a form has unsent changes. */
export function useUnsavedGuard(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // Back may also lead to another tab of the page.
      (currentLocation.pathname !== nextLocation.pathname || historyAction === 'POP') && !isSaved(),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') askToLeave({ leave: blocker.proceed, stay: blocker.reset })
  }, [blocker])
  useEffect(() => {
    const ask = (event: Event) => {
      if (!isSaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
