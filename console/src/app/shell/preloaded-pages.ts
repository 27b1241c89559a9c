import { useEffect } from 'react'
import { isOpenTo, pageGroups } from '../pages.ts'
import { useSession } from '../session.ts'
import { loadSearch } from './SearchButton.tsx'

/** How long after the first page the others are loaded, in milliseconds. */
const pauseMs = 3_000

/** Loads the permitted pages in the background: they then open without a connection, too. */
export function usePreloadedPages(): void {
  const session = useSession()
  useEffect(() => {
    const timer = setTimeout(async () => {
      const pages = pageGroups.flatMap(({ pages }) => pages).filter(page => isOpenTo(page, session))
      // One after the other, so that they do not delay the page's own requests.
      await Promise.allSettled([loadSearch()])
      for (const { load, detail } of pages) await Promise.allSettled([load(), detail?.()])
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [session])
}
