// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table when it is displayed as cards
// biome-ignore-all lint/a11y/useSemanticElements: they are the semantic elements

import { t } from 'i18next'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import './data-table.css'
import './data-table-lines.css'
import type { Column, Columns } from './columns.tsx'
import { SelectField } from './Field.tsx'
import { useMediaQuery } from './media-query.ts'

/** The selected rows, for a bulk action. */
export type Selection<Item> = {
  selected: ReadonlySet<string>
  onChange(selected: ReadonlySet<string>): void
  /** Names a row for screen readers. */
  labelOf(item: Item): string
  isSelectable?(item: Item): boolean
}

type DataTableProps<Item> = {
  /** Names the table for screen readers. */
  label: string
  columns: Columns<Item>
  items: readonly Item[]
  keyOf?(item: Item): string
  selection?: Selection<Item> | undefined
  /** The order of the list, `field,asc`, and a function that changes it. */
  sort?: { value: string; onChange(value: string): void } | undefined
  /** Divides the rows, which are in the order of the groups; one group alone has no title. */
  groups?: { of(item: Item): string; title(items: readonly Item[]): ReactNode } | undefined
  isDense?: boolean
  /** Shown instead of a table without items: a text, or an `EmptyState`. */
  empty?: ReactNode
}

/** The key of an item: by default its `id`, or its `bookingId`. */
export type Keyed<Item> = [Item] extends [{ id: string | number } | { bookingId: string }]
  ? unknown
  : { keyOf(item: Item): string }

/** The screens on which a table is a list of cards; paper has the width of a table. */
const narrow = 'screen and (max-width: 40rem)'
const narrowForLines = 'screen and (max-width: 79.99rem)'

/**
 * A table that becomes a list of cards on narrow screens; if its columns have places, a list of two lines a row, with rows of one line
 * on wide screens. The roles stay when its display changes.
 */
export function DataTable<Item>(props: DataTableProps<Item> & Keyed<Item>) {
  const { label, items, keyOf = idOf, selection, sort, groups, isDense, empty } = props
  const columns = props.columns.filter(column => column !== false)
  const areLines = columns.some(({ place }) => place)
  const areCards = useMediaQuery(areLines ? narrowForLines : narrow)
  if (empty && items.length === 0) return typeof empty === 'string' ? <p className="muted">{empty}</p> : empty
  const parts = [...Map.groupBy(items, item => groups?.of(item))]
  const className = cx(
    'data-table',
    isDense && 'data-table-dense',
    areLines ? (areCards ? 'data-table-narrow' : 'data-table-lines') : areCards && 'data-table-cards',
  )
  return (
    // A table wider than the page scrolls, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part takes the focus
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {areCards && <CardsBar columns={columns} items={items} keyOf={keyOf} selection={selection} sort={sort} />}
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" className="data-table-check">
                {areCards ? t('actions.selectAll') : <SelectAll items={items} keyOf={keyOf} selection={selection} />}
              </th>
            )}
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} sort={areCards ? undefined : sort} />
            ))}
          </tr>
        </thead>
        {parts.map(([group, items]) => (
          <tbody key={group} role="rowgroup" onPointerOver={nameCutOff}>
            {groups && parts.length > 1 && (
              <tr role="row" className="data-table-group">
                <td role="cell" colSpan={columns.length + (selection ? 1 : 0)}>
                  {groups.title(items)}
                </td>
              </tr>
            )}
            {items.map(item => (
              <Row key={keyOf(item)} id={keyOf(item)} item={item} columns={columns} selection={selection} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

export function idOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) throw new TypeError('An item of a table is an object')
  if ('id' in item) return String(item.id)
  if ('bookingId' in item) return String(item.bookingId)
  throw new TypeError('An item of a table has an id, or the table has keyOf')
}

/** Shows the whole text of a cell that is cut off, under the mouse. */
function nameCutOff({ target }: { target: EventTarget }) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('th, td') : null
  if (!cell) return
  const isCutOff = [cell, ...cell.querySelectorAll('*')].some(
    part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > 1.5 * part.clientHeight,
  )
  cell.title = isCutOff ? cell.innerText.replaceAll(/\s*\n\s*/g, ' · ') : ''
}

type Shown<Item> = Pick<DataTableProps<Item>, 'selection'> & { columns: readonly Column<Item>[] }
type CardsBarProps<Item> = Shown<Item> & Pick<DataTableProps<Item>, 'sort'> & KeyedItems<Item>
type KeyedItems<Item> = Pick<DataTableProps<Item>, 'items'> & { keyOf(item: Item): string }

/** The head of the table, above its cards: it sorts, and selects all. */
function CardsBar<Item>({ columns, items, keyOf, selection, sort }: CardsBarProps<Item>) {
  const options = columns.flatMap(({ header, sort: field }) =>
    field === undefined
      ? []
      : [
          { value: `${field},asc`, label: t('actions.ascending', { column: header }) },
          { value: `${field},desc`, label: t('actions.descending', { column: header }) },
        ],
  )
  const isSorted = sort !== undefined && options.length > 0
  if (!selection && !isSorted) return null
  return (
    <div className="data-table-bar spread no-print">
      {selection && <SelectAll items={items} keyOf={keyOf} selection={selection} isLabelled />}
      {isSorted && (
        <SelectField
          label={t('actions.sort')}
          value={sort.value}
          onChange={sort.onChange}
          options={options}
          {...(!options.some(({ value }) => value === sort.value) && { empty: '–' })}
        />
      )}
    </div>
  )
}

const classOf = <Item,>({ align, isExtra, isWide, place }: Column<Item>) =>
  cx(
    align === 'end' && 'data-table-end',
    isExtra && 'data-table-extra',
    isWide && 'data-table-wide',
    place && `data-table-${place}`,
  )

function HeaderCell<Item>({ column, sort }: { column: Column<Item>; sort: DataTableProps<Item>['sort'] }) {
  const { header, sort: field } = column
  const cell = { role: 'columnheader', scope: 'col', className: classOf(column) }
  if (!field || !sort) return <th {...cell}>{header}</th>
  const [sortedBy, direction] = sort.value.split(',')
  const isSorted = sortedBy === field
  const Icon = !isSorted ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  const state = !isSorted ? undefined : direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th {...cell} aria-sort={state}>
      <button
        type="button"
        className="data-table-sort"
        onClick={() => sort.onChange(`${field},${isSorted && direction === 'desc' ? 'asc' : 'desc'}`)}
      >
        {header}
        <Icon aria-hidden />
      </button>
    </th>
  )
}

type RowProps<Item> = Shown<Item> & { id: string; item: Item }

function Row<Item>({ id, item, columns, selection }: RowProps<Item>) {
  const isSelected = selection?.selected.has(id) ?? false
  const toggle = () => selection?.onChange(toggled(selection.selected, id))
  return (
    <tr role="row" data-selected={isSelected || undefined}>
      {selection && (
        <td role="cell" className="data-table-check">
          {(selection.isSelectable?.(item) ?? true) && (
            <label className="check">
              <input type="checkbox" checked={isSelected} onChange={toggle} aria-label={selection.labelOf(item)} />
            </label>
          )}
        </td>
      )}
      {columns.map(column => {
        const { id, header, cell, isTitle } = column
        const className = cx(classOf(column), isTitle && 'data-table-title')
        return isTitle ? (
          <th key={id} role="rowheader" scope="row" className={className}>
            {cell(item)}
          </th>
        ) : (
          <td key={id} role="cell" className={className} data-label={header}>
            {cell(item)}
          </td>
        )
      })}
    </tr>
  )
}

function SelectAll<Item>(props: KeyedItems<Item> & { selection: Selection<Item>; isLabelled?: true }) {
  const { items, keyOf, selection, isLabelled } = props
  const ids = items.filter(item => selection.isSelectable?.(item) ?? true).map(keyOf)
  const chosen = ids.filter(id => selection.selected.has(id)).length
  if (ids.length === 0) return null
  return (
    <label className={isLabelled ? 'check-field' : undefined}>
      <span className="check">
        <input
          type="checkbox"
          aria-label={isLabelled ? undefined : t('actions.selectAll')}
          checked={chosen === ids.length}
          ref={input => {
            if (input) input.indeterminate = chosen > 0 && chosen < ids.length
          }}
          onChange={() => selection.onChange(new Set(chosen === ids.length ? [] : ids))}
        />
      </span>
      {isLabelled && t('actions.selectAll')}
    </label>
  )
}

/** The selected ids after a row is selected or deselected. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
