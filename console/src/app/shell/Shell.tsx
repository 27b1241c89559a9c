import { t } from 'i18next'
import { Menu, Search, X } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useBlocker, useLocation, useNavigation } from 'react-router'
import { IconButton } from '../../design/Button.tsx'
import { lazyPart } from '../../design/Loaded.tsx'
import { closeProblems, notifyProblem, Toasts } from '../../design/Toasts.tsx'
import { askToLeave, isSaved } from '../../design/unsaved.ts'
import { styleFailed } from '../../lib/retried.ts'
import { isOpenTo, pageGroups } from '../pages.ts'
import { useSession } from '../session.ts'
import { noteOrder, noteRecent, noteSearch } from './BackLink.tsx'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'
import './shell.css'

/** The frame of every page: the navigation at the side, or behind a button on narrow screens. */
export function Shell() {
  const { i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const { pathname, search } = useLocation()
  const navigation = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu and the problems of the page before
  useEffect(() => {
    setOpen(false)
    closeProblems()
  }, [pathname])
  useEffect(() => noteSearch(pathname, search), [pathname, search])
  // The page that is left still names the document.
  useEffect(() => () => noteRecent(pathname, document.title.replace(/ · campstore$/, '')), [pathname])
  useEffect(() => {
    const tell = () => notifyProblem(t('errors.styles'))
    addEventListener(styleFailed, tell)
    return () => removeEventListener(styleFailed, tell)
  }, [])
  useUnsavedGuard()
  usePreloadedPages()
  return (
    <div className="shell">
      <a className="skip-link no-print" href="#content">
        {t('shell.skip')}
      </a>
      {navigation.state === 'loading' && (
        <div className="progress no-print" role="progressbar" aria-label={t('states.loading')} />
      )}
      <header className="shell-bar no-print">
        <IconButton icon={Menu} label={t('shell.openNavigation')} onPress={() => setOpen(true)} />
        <Brand />
        <IconButton icon={Search} label={t('search.title')} onPress={() => setSearching(true)} />
      </header>
      <aside className="shell-side no-print">
        <Brand />
        <SearchButton onOpen={() => setSearching(true)} />
        <Navigation />
      </aside>
      <ModalOverlay className="drawer-overlay" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className="drawer">
          <Dialog aria-label={t('shell.navigation')}>
            <div className="drawer-head spread">
              <Brand />
              <IconButton icon={X} label={t('actions.close')} onPress={() => setOpen(false)} />
            </div>
            <Navigation onChoose={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <main id="content" className="shell-content" tabIndex={-1} onClickCapture={noteOrder}>
        {/* Pages get their texts without a hook: another language draws them again. */}
        <Outlet key={i18n.language} />
      </main>
      <SearchEverywhere isOpen={isSearching} setOpen={setSearching} />
      <Toasts />
      <ScrollRestoration />
    </div>
  )
}

/** How long after the first page the others are loaded, in milliseconds. */
const pauseMs = 3_000

/** Loads the permitted pages in the background: they then open without a connection, too. */
function usePreloadedPages(): void {
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

/** Asks before another page opens or the tab closes while a form has unsent changes. */
function useUnsavedGuard(): void {
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

/** Loads the search, once. */
const loadSearch = () => import('./SearchDialog.tsx')

const SearchDialog = lazyPart(async () => ({ default: (await loadSearch()).SearchDialog }))

/** The search everywhere, by this button of the navigation. */
const SearchButton = ({ onOpen }: { onOpen(): void }) => (
  <button type="button" className="nav-search" onClick={onOpen} aria-keyshortcuts="/ Control+K Meta+K">
    <Search aria-hidden />
    <span>{t('search.title')}</span>
    <kbd aria-hidden>/</kbd>
  </button>
)

/** The search everywhere while it is open; the keys `/`, Ctrl-K and ⌘K open it, except in fields and above an open dialog. */
function SearchEverywhere({ isOpen, setOpen }: { isOpen: boolean; setOpen(isOpen: boolean): void }) {
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
