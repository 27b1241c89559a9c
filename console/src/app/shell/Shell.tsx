import { Menu, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { IconButton } from '../../design/Button.tsx'
import { closeProblems, notifyProblem, Toasts } from '../../design/Toasts.tsx'
import { styleFailed } from '../../lib/retried.ts'
import { noteOrder, noteSearch } from './BackLink.tsx'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'
import { usePreloadedPages } from './preloaded-pages.ts'
import { noteRecent } from './recent.ts'
import { SearchButton, SearchEverywhere } from './SearchButton.tsx'
import { useUnsavedGuard } from './unsaved-guard.ts'
import './shell.css'

/** The frame of every page: the navigation at the side, or behind a button on narrow screens. */
export function Shell() {
  const { t } = useTranslation()
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
  }, [t])
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
            <div className="drawer-head">
              <Brand />
              <IconButton icon={X} label={t('actions.close')} onPress={() => setOpen(false)} />
            </div>
            <Navigation onChoose={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <main id="content" className="shell-content" tabIndex={-1} onClickCapture={noteOrder}>
        <Outlet />
      </main>
      <SearchEverywhere isOpen={isSearching} setOpen={setSearching} />
      <Toasts />
      <ScrollRestoration />
    </div>
  )
}
