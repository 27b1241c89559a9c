import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LucideIcon, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CsvFile } from '../../app/client.ts'
import { Button } from '../../design/Button.tsx'
import { type Column, DataTable, type Selection } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { DateField, type SelectFieldProps } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import type { PageMeta } from '../../design/Pager.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import type { Filters, Parsers } from '../../lib/filters.ts'
import { CsvButton } from './CsvButton.tsx'

/** A filter by one of some values. */
type Choice = { name: string } & Pick<SelectFieldProps<string>, 'label' | 'options' | 'empty'>
/** A filter by a range of days; either end may be open. */
type Days = { from: string; to: string; labels: readonly [from: string, to: string] }
/** A filter that only links set: instead of a field it has a chip, which removes it. */
type Link<Item> = { name: string; text(value: string, first: Item | undefined): string }

type Operation<Query, Item> = {
  (query: Query & { page: number }): Promise<{ data: readonly Item[]; meta: PageMeta }>
  csv(query: Query): Promise<CsvFile>
}

type ListProps<Query, Item> = {
  /** Names the list for screen readers. */
  label: string
  /** The operation that reads it: `() => client().admin.listRefunds`. */
  operation(): Operation<Query, Item>
  /** The query of the operation, without the page. */
  query: Query
  isEnabled?: boolean
  filters: Filters
  /** The label of the search field, with the name of its filter unless that is `q`. */
  search?: string | { name: string; label: string }
  fields?: readonly (Choice | Days)[]
  links?: readonly Link<Item>[]
  /** Fields of another kind. */
  moreFields?: ReactNode
  icon: LucideIcon
  /** The text of an empty list without filters. */
  none: string
  noneHint?: string
  columns: readonly Column<Item>[] | ((items: readonly Item[]) => readonly Column<Item>[])
  keyOf(item: Item): string
  selection?: (items: readonly Item[]) => Selection<Item> | undefined
  /** Above the table. */
  above?: (items: readonly Item[]) => ReactNode
  isDense?: boolean
  isBroad?: boolean
  /** How many rows the placeholder has while the list loads. */
  rows?: number
}

/** A list of the API: its filters, export, table and pages. The address has its filters, order and page. */
export function List<Query, Item>(props: ListProps<Query, Item>) {
  const { operation, query, isEnabled = true, filters, columns, rows = 10, ...table } = props
  const fields = { ...query, page: filters.page }
  const loaded = useQuery({
    queryKey: ['list', props.label, fields],
    queryFn: () => operation()(fields),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const sort = filters.parsers.sort && {
    value: String(filters.values.sort ?? filters.parsers.sort.fallback),
    onChange: (value: string) => filters.set({ sort: value }),
  }
  return (
    <>
      <ListFilters {...props} />
      <LinkChips {...props} first={loaded.data?.data[0]} />
      <LoadedList query={loaded} rows={rows} filters={filters} empty={<Nothing {...props} />}>
        {items => (
          <div className="stack">
            {table.above?.(items)}
            <DataTable
              {...table}
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
function Nothing<Query, Item>({ filters, icon, none, noneHint }: ListProps<Query, Item>) {
  const { t } = useTranslation()
  const isFiltered = filters.count > 0
  return (
    <EmptyState icon={icon} title={isFiltered ? t('filters.nothing') : none}>
      {isFiltered ? t('filters.nothingHint') : noneHint}
    </EmptyState>
  )
}

/** Filters that links have set and no field shows: a press on one removes it. */
function LinkChips<Query, Item>({ filters, links = [], first }: ListProps<Query, Item> & { first: Item | undefined }) {
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

type ListPageProps<Query, Item> = Omit<ListProps<Query, Item>, 'label'> & {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
}

/** A page that is a list. */
export function ListPage<Query, Item>(props: ListPageProps<Query, Item>) {
  const { title, subtitle, actions, ...list } = props
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        {actions}
      </PageHeader>
      <List {...list} label={title} />
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

function ListFilters<Query, Item>(props: ListProps<Query, Item>) {
  const { operation, query, filters, search, fields = [], moreFields } = props
  const { values, set } = filters
  const searched = typeof search === 'string' ? { name: 'q', label: search } : search
  const shown = (name: string) => (values[name] === undefined ? undefined : String(values[name]))
  const dateField = (name: string, label: string, bounds: { min?: string | undefined; max?: string | undefined }) => (
    <DateField
      label={label}
      value={shown(name) ?? ''}
      onChange={day => set({ [name]: day || undefined })}
      {...bounds}
    />
  )
  return (
    <FilterBar
      filters={filters}
      search={
        searched && (
          <SearchField
            label={searched.label}
            value={shown(searched.name) ?? ''}
            onChange={text => set({ [searched.name]: text })}
          />
        )
      }
      end={<CsvButton read={() => operation().csv(query)} />}
    >
      {(fields.length > 0 || moreFields) && (
        <>
          {fields.map(field =>
            'from' in field ? (
              <Fragment key={field.from}>
                {dateField(field.from, field.labels[0], { max: shown(field.to) })}
                {dateField(field.to, field.labels[1], { min: shown(field.from) })}
              </Fragment>
            ) : (
              <FilterSelect
                key={field.name}
                {...field}
                value={shown(field.name)}
                onChange={value => set({ [field.name]: value })}
              />
            ),
          )}
          {moreFields}
        </>
      )}
    </FilterBar>
  )
}
