import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ItemOf, type ListName, listBy, type QueryOf } from '../../app/client.ts'
import { Button } from '../../design/Button.tsx'
import type { Columns } from '../../design/columns.tsx'
import { DataTable, idOf, type Keyed, type Selection } from '../../design/DataTable.tsx'
import { DateField, type SelectFieldProps } from '../../design/Field.tsx'
import { FilterBar, FilterSelect, SearchField } from '../../design/FilterBar.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import '../../design/tabs.css'
import { isDay } from '../../lib/days.ts'
import type { Filters, Parsers } from '../../lib/filters.ts'
import { CsvButton } from './OutputButtons.tsx'

/** A filter by one of some values. */
type Choice = { name: string } & Pick<SelectFieldProps<string>, 'label' | 'options' | 'empty'>
/** A filter by a range of days; either end may be open. */
type Days = { from: string; to: string; label: string; labels: readonly [from: string, to: string] }
/** A filter that only links set: instead of a field it has a chip, which removes it. */
type Origin<Item> = { name: string; text(value: string, first: Item | undefined): string }

/** A usual view of the list: its filters, besides which no other is set. */
type View = { label: string; values: Readonly<Record<string, string>> }

type ListProps<Name extends ListName, Item = ItemOf<Name>> = {
  label: string
  /** The operation that reads it: `listRefunds`. */
  operation: Name
  /** The query of the operation, without the page. */
  query: QueryOf<Name>
  filters: Filters
  /** The label of the search field, with the name of its filter unless that is `q`. */
  search?: string | { name: string; label: string }
  views?: readonly View[]
  fields?: readonly (Choice | Days)[]
  links?: readonly Origin<Item>[]
  /** Fields of another kind. */
  moreFields?: ReactNode
  icon: LucideIcon
  /** The text of an empty list without filters. */
  none: string
  noneHint?: string
  columns: Columns<Item> | ((items: readonly Item[]) => Columns<Item>)
  keyOf?(item: Item): string
  selection?: (items: readonly Item[]) => Selection<Item> | undefined
  above?: (items: readonly Item[]) => ReactNode
  isDense?: boolean
  /** How many rows the placeholder has while the list loads. */
  rows?: number
}

/** A list of the API: its filters, export, table and pages. The address has its filters, order and page. */
export function List<Name extends ListName>(props: ListProps<Name> & Keyed<ItemOf<Name>>) {
  const { operation, query, filters, columns, rows = 10, keyOf = idOf, ...table } = props
  const fields = { ...query, page: filters.page, size: filters.size }
  const loaded = useQuery({
    queryKey: ['list', props.label, fields],
    queryFn: () => listBy(operation)(fields),
    placeholderData: keepPreviousData,
  })
  const sort = filters.parsers.sort && {
    value: String(filters.values.sort ?? filters.parsers.sort.fallback),
    onChange: (value: string) => filters.set({ sort: value }),
  }
  return (
    <>
      {props.views && <Views views={props.views} filters={filters} />}
      <ListFilters {...props} />
      <LinkChips {...props} first={loaded.data?.data[0]} />
      <LoadedList query={loaded} rows={rows} filters={filters} empty={<Nothing {...props} />}>
        {items => (
          <div className="stack">
            {table.above?.(items)}
            <DataTable
              {...table}
              keyOf={keyOf}
              columns={typeof columns === 'function' ? columns(items) : columns}
              items={items}
              selection={table.selection?.(items)}
              sort={sort}
            />
          </div>
        )}
      </LoadedList>
    </>
  )
}

/** Says why a list is empty. */
function Nothing<Name extends ListName>({ filters, icon, none, noneHint }: ListProps<Name>) {
  const isFiltered = filters.count > 0
  return (
    <EmptyState
      icon={icon}
      title={isFiltered ? t('filters.nothing') : none}
      hint={isFiltered ? t('filters.nothingHint') : noneHint}
    />
  )
}

/** The usual views, as links: the one that is shown is marked. */
function Views({ views, filters }: { views: readonly View[]; filters: Filters }) {
  const { q, sort, ...set } = filters.values
  const isShown = (values: View['values']) =>
    Object.keys({ ...set, ...values }).every(name => set[name] === values[name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="tab-list no-print" role="group" aria-label={t('filters.views')}>
      {views.map(({ label, values }) => (
        <Link
          key={label}
          className="tab"
          to={filters.addressOf({ q, ...values })}
          preventScrollReset
          aria-current={isShown(values) || undefined}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}

/** Filters that links have set and no field shows: a press on one removes it. */
function LinkChips<Name extends ListName>(props: ListProps<Name> & { first: ItemOf<Name> | undefined }) {
  const { filters, links = [], first } = props
  const set = links.filter(({ name }) => filters.values[name] !== undefined)
  if (set.length === 0) return null
  return (
    <p className="row filter-chips no-print">
      {set.map(({ name, text }) => (
        <Button key={name} isSmall icon={X} onPress={() => filters.set({ [name]: undefined })}>
          {text(String(filters.values[name]), first)}
        </Button>
      ))}
    </p>
  )
}

type ListPageProps<Name extends ListName> = Omit<ListProps<Name>, 'label' | 'search' | 'none' | 'noneHint'> & {
  /** Its texts are `page`, `none`, `noneHint` and `search`, except for the two lists without a search. */
  page: 'bookings' | 'campgrounds' | 'closures' | 'coupons' | 'customers' | 'orders' | 'products' | 'stock'
  subtitle?: ReactNode
  actions?: ReactNode
}

/** A page that is a list. */
export function ListPage<Name extends ListName>(props: ListPageProps<Name> & Keyed<ItemOf<Name>>) {
  const { page, subtitle, actions, ...list } = props
  const title = t(`${page}.page`)
  const search = page !== 'campgrounds' && page !== 'closures' ? t(`${page}.search`) : undefined
  const nothing = { none: t(`${page}.none`), noneHint: t(`${page}.noneHint`) }
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        {actions}
      </PageHeader>
      <List {...list} {...nothing} search={search} keyOf={list.keyOf ?? idOf} label={title} />
    </>
  )
}

/** A choice of a list whose values the contract declares. */
export const choiceOf = <P extends Parsers, const Name extends keyof P & string>(
  filters: Filters<P>,
  name: Name,
  label: string,
  textOf: (value: NonNullable<ReturnType<P[Name]>>) => string,
): Choice => ({
  name,
  label,
  // The choices of a parser are its values.
  options: (filters.parsers[name]?.choices ?? []).map(value => ({
    value: String(value),
    label: textOf(value as NonNullable<ReturnType<P[Name]>>),
  })),
})

/** A filter by the days of `<name>From` and `<name>To`. */
export const daysOf = (name: string, label: string, ...labels: Days['labels']): Days => ({
  from: `${name}From`,
  to: `${name}To`,
  label,
  labels,
})

/** The greatest number of filters that are always shown; of more, only filters that are set or were added. */
const mostShown = 3

const nameOf = (field: Choice | Days) => ('from' in field ? field.from : field.name)

function ListFilters<Name extends ListName>(props: ListProps<Name>) {
  const { operation, query, filters, search, fields = [], moreFields } = props
  const [added, setAdded] = useState<readonly string[]>([])
  const { values, set } = filters
  const searched = typeof search === 'string' ? { name: 'q', label: search } : search
  const isSet = (field: Choice | Days) =>
    values[nameOf(field)] !== undefined || ('to' in field && values[field.to] !== undefined)
  const shown = fields.filter(field => fields.length <= mostShown || isSet(field) || added.includes(nameOf(field)))
  const clear = () => {
    setAdded([])
    filters.clear()
  }
  return (
    <FilterBar
      filters={{ count: filters.count, clear }}
      search={
        searched && (
          <SearchField
            label={searched.label}
            value={String(values[searched.name] ?? '')}
            onChange={text => set({ [searched.name]: text })}
          />
        )
      }
      others={fields.filter(field => !shown.includes(field)).map(field => ({ ...field, name: nameOf(field) }))}
      add={name => setAdded([...added, name])}
      end={<CsvButton read={() => listBy(operation).csv(query)} />}
    >
      {shown.map(field => (
        <FilterField key={nameOf(field)} field={field} filters={filters} isAdded={added.at(-1) === nameOf(field)} />
      ))}
      {moreFields}
    </FilterBar>
  )
}

type FilterFieldProps = { field: Choice | Days; filters: Filters; isAdded: boolean }

/** The field of a filter; it takes the focus after it was added. */
function FilterField({ field, filters: { values, set }, isAdded }: FilterFieldProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAdded) part.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [isAdded])
  const shown = (name: string) => (values[name] === undefined ? undefined : String(values[name]))
  const dateField = (name: string, label: string, bounds: { min?: string | undefined; max?: string | undefined }) => (
    <DateField
      label={label}
      value={shown(name) ?? ''}
      onChange={day => (day === '' || isDay(day)) && set({ [name]: day || undefined })}
      {...bounds}
    />
  )
  return (
    <div ref={part} className="filter-field">
      {'from' in field ? (
        <>
          {dateField(field.from, field.labels[0], { max: shown(field.to) })}
          {dateField(field.to, field.labels[1], { min: shown(field.from) })}
        </>
      ) : (
        <FilterSelect {...field} value={shown(field.name)} onChange={value => set({ [field.name]: value })} />
      )}
    </div>
  )
}
