import { t } from 'i18next'
import { Search } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../design/Loaded.tsx'

/** Loads the search, once. */
export const loadSearch = () => import('./SearchDialog.tsx')

const SearchDialog = lazyPart(async () => ({ default: (await loadSearch()).SearchDialog }))

/** The search everywhere, by this button of the navigation. */
export const SearchButton = ({ onOpen }: { onOpen(): void }) => (
  <button type="button" className="nav-search" onClick={onOpen} aria-keyshortcuts="/ Control+K Meta+K">
    <Search aria-hidden />
    <span>{t('search.title')}</span>
    <kbd aria-hidden>/</kbd>
  </button>
)

/** The search everywhere while it is open; the keys `/`, Ctrl-K and ⌘K open it, except in fields and above an open dialog. */
export function SearchEverywhere({ isOpen, setOpen }: { isOpen: boolean; setOpen(isOpen: boolean): void }) {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isShortcut(event) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [setOpen])
  return <Suspense>{isOpen && <SearchDialog close={() => setOpen(false)} />}</Suspense>
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey
  const isField = target instanceof Element && target.matches('input, select, textarea')
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isField
}
