import { t } from 'i18next'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { PageId } from '../../texts/catalogue.ts'

const prefix = 'campstore.search.'
const keyOf = (pathname: string) => prefix + pathname

/** Notes the filters and the page number of a list, until the person signs out or closes the tab. */
export const noteSearch = (pathname: string, search: string): void => sessionStorage.setItem(keyOf(pathname), search)

/** Forgets the filters: a search may be a phone number. */
export function forgetSearches(): void {
  for (const key of Object.keys(sessionStorage).filter(one => one.startsWith(prefix))) sessionStorage.removeItem(key)
}

/** The kind of a record, and its address below /staff. */
const recordAt = (pathname: string) => /\/((\w+)\/[^/]+)$/.exec(pathname) ?? []
const keyOfOrder = (kind: string) => `${prefix}order.${kind}`

/** Notes the records that a page links to, of the kind of the link that is followed, in their order. */
export function noteOrder({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a:not(.page-header-back a)') : null
  const [, , kind] = recordAt(link?.pathname ?? '')
  if (kind === undefined) return
  const records = [...document.querySelectorAll<HTMLAnchorElement>('#content a')].map(({ pathname }) =>
    recordAt(pathname),
  )
  const addresses = records.flatMap(([, address, its]) => (address !== undefined && its === kind ? [address] : []))
  sessionStorage.setItem(keyOfOrder(kind), JSON.stringify([...new Set(addresses)]))
}

/** The links from a record back to its list, as it was last shown, and to the records before and after it on the page that led here. */
export function BackLink({ to }: { to: PageId }) {
  const { pathname } = useLocation()
  const path = `/${to}`
  const order: string[] = JSON.parse(sessionStorage.getItem(keyOfOrder(to)) ?? '[]')
  const position = order.indexOf(pathname.slice(1))
  const [before, after] = position < 0 ? [] : [order[position - 1], order[position + 1]]
  return (
    <span className="row">
      <Link to={path + (sessionStorage.getItem(keyOf(path)) ?? '')}>← {t(`${to}.page`)}</Link>
      <NeighbourLink to={before} icon={ChevronLeft} name="previous" />
      <NeighbourLink to={after} icon={ChevronRight} name="next" />
    </span>
  )
}

/** The keys of the links to other records, as in a mail program. */
const keys = { previous: 'k', next: 'j' } as const

type NeighbourLinkProps = { to: string | undefined; icon: LucideIcon; name: keyof typeof keys }

/** A link to the record before or after, which its key follows too, except in fields and above an open dialog. */
function NeighbourLink({ to, icon: Icon, name }: NeighbourLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const follow = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.matches('input, select, textarea, [contenteditable]')
      if (key.toLowerCase() !== keys[name] || ctrlKey || metaKey || altKey || isTyping) return
      if (!document.querySelector('[role="dialog"]')) link.current?.click()
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [name])
  if (to === undefined) return null
  const label = t(`actions.${name}`)
  return (
    <Link
      ref={link}
      to={`/${to}`}
      className="icon-button"
      aria-label={label}
      aria-keyshortcuts={keys[name]}
      title={`${label} (${keys[name].toUpperCase()})`}
    >
      <Icon aria-hidden />
    </Link>
  )
}

const recentKey = `${prefix}recent`
const mostRecent = 8

/** A page that was opened: its address below /staff, and its title. */
type Recent = { to: string; title: string }

/** The records that the person opened last, the newest first, until the person signs out or closes the tab. */
export const recentRecords = (): readonly Recent[] => JSON.parse(sessionStorage.getItem(recentKey) ?? '[]')

/** Remembers the page of a record that the person leaves; pages of lists are in the navigation. */
export function noteRecent(to: string, title: string): void {
  if (!/^\/\w+\/./.test(to)) return
  const others = recentRecords().filter(recent => recent.to !== to)
  sessionStorage.setItem(recentKey, JSON.stringify([{ to, title }, ...others].slice(0, mostRecent)))
}
