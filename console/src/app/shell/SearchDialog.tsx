import { useQueries } from '@tanstack/react-query'
import { t } from 'i18next'
import { Search } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  setInteractionModality,
} from 'react-aria-components'
import { useNavigate } from 'react-router'
import { Dialog } from '../../design/Dialog.tsx'
import { ErrorText } from '../../design/ErrorState.tsx'
import { isOpenTo, type Page, pageGroups } from '../pages.ts'
import { useSession } from '../session.ts'
import { recentRecords } from './BackLink.tsx'
import { type Found, type SourceId, sources } from './search-sources.ts'
import './search-dialog.css'

const pages = pageGroups.flatMap(group => group.pages)
const sourceIds = Object.keys(sources) as SourceId[]

/** How long after the last key the API is asked, in milliseconds; how short a text it is not asked for; results of a group. */
const pauseMs = 200
const shortest = 2
const size = 5

type Group = { title: string; page?: Page | undefined; found: readonly Found[] }

/** Finds customers, bookings, orders, products, stock, refunds and pages, as far as the administrator may open them. */
export function SearchDialog({ close }: { close(): void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const own = useOwnGroups(text)
  const { groups, isPending, error, isAsked } = useFoundGroups(text)
  const shown = exactFirst(text, [...own, ...groups])
  const [first] = shown[0]?.found ?? []
  const addresses = shown.flatMap(({ found }) => found.map(({ to }) => to)).join(' ')
  // A result that appears under the pointer is not chosen: React Aria follows the pointer after its next movement.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results were shown
  useLayoutEffect(() => setInteractionModality('keyboard'), [text, addresses])
  return (
    <Dialog title={t('search.title')} close={close}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField className="search field search-everywhere" aria-label={t('search.label')} autoFocus>
          <Search aria-hidden />
          <Input placeholder={t('search.label')} maxLength={200} />
        </SearchField>
        <Menu
          // Another first result is chosen, even after a paste or if it has come later.
          key={`${text} ${first?.to}`}
          autoFocus="first"
          className="search-results"
          aria-label={t('search.results')}
          onAction={to => {
            close()
            void navigate(String(to))
          }}
        >
          {shown.map(group => (
            <ResultGroup key={group.title} group={group} />
          ))}
        </Menu>
      </Autocomplete>
      <p className="muted" role="status">
        {isPending ? t('states.loading') : shown.length === 0 && t(isAsked ? 'filters.nothing' : 'search.hint')}
      </p>
      {error && <ErrorText error={error} />}
    </Dialog>
  )
}

const ResultGroup = ({ group: { title, page, found } }: { group: Group }) => (
  <MenuSection>
    <Header>{title}</Header>
    {found.map(({ to, title, detail }) => {
      const Icon = (page ?? pageAt(to))?.icon
      return (
        <MenuItem key={to} id={to} textValue={title} className="search-result">
          {Icon && <Icon aria-hidden />}
          <span>{title}</span>
          <small className="muted">{detail}</small>
        </MenuItem>
      )
    })}
  </MenuSection>
)

const pageAt = (address: string) => pages.find(({ path }) => path === /\w*/.exec(address.slice(1))?.[0])

/** Recent records until something is typed, and the pages whose titles have the text. */
function useOwnGroups(text: string): Group[] {
  const session = useSession()
  const open = pages.filter(page => isOpenTo(page, session))
  const words = text.trim().toLowerCase()
  const recent = words === '' ? recentRecords().filter(({ to }) => open.some(page => page === pageAt(to))) : []
  const named = open
    .map(({ id, path }) => ({ to: `/${path}`, title: t(`${id}.page`), detail: '' }))
    .filter(({ title }) => title.toLowerCase().includes(words))
  return [
    { title: t('search.recent'), found: recent.map(one => ({ ...one, detail: '' })) },
    { title: t('shell.navigation'), found: named },
  ]
}

/** What the API finds: a few calls in parallel, cancelled when the text changes. */
function useFoundGroups(text: string) {
  const session = useSession()
  const q = useSettled(text.trim())
  const isAsked = q.length >= shortest && q === text.trim()
  const asked = sourceIds
    .map(id => ({ id, page: pages.find(page => page.id === sources[id].page) }))
    .filter(({ page }) => page !== undefined && isOpenTo(page, session))
  const answers = useQueries({
    queries: asked.map(({ id }) => ({
      queryKey: ['everywhere', id, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => sources[id].find({ q, size }, { signal }),
      enabled: isAsked,
    })),
  })
  // Enter opens the first result, so groups appear in their order: a later answer must not take the first place.
  const waiting = answers.findIndex(({ isFetching }) => isFetching)
  const groups = asked
    .slice(0, waiting < 0 ? asked.length : waiting)
    .map(({ id, page }, index) => ({
      title: t(sources[id].title),
      page,
      found: (isAsked && answers[index]?.data) || [],
    }))
  return {
    groups,
    isPending: text.trim().length >= shortest && (q !== text.trim() || answers.some(({ isFetching }) => isFetching)),
    error: answers.find(({ error }) => error)?.error,
    isAsked,
  }
}

/** The groups with results: the ones that have the text as a name, number, phone or address come first, and in them these records. */
function exactFirst(text: string, groups: readonly Group[]): Group[] {
  const isExact = ({ title, detail }: Found) =>
    [title, ...detail.split(' · ')].some(part => comparable(part) === comparable(text))
  const order = (one: boolean, other: boolean) => Number(other) - Number(one)
  return groups
    .filter(({ found }) => found.length > 0)
    .map(group => ({ ...group, found: group.found.toSorted((one, other) => order(isExact(one), isExact(other))) }))
    .toSorted((one, other) => order(one.found.some(isExact), other.found.some(isExact)))
}

const comparable = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^\+886/, '0')

/** A text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
