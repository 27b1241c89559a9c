import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { DataTable, idOf, type Keyed } from './DataTable.tsx'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'

type TableProps<Item> = Omit<ComponentProps<typeof DataTable<Item>>, 'items' | 'label' | 'keyOf'>
type TableSectionProps<Item> = TableProps<Item> &
  Omit<ComponentProps<typeof Section>, 'children' | 'isCard'> & {
    items: readonly Item[] | UseQueryResult<{ data: readonly Item[] }>
    keyOf?(item: Item): string
    /** How many rows the placeholder has while the items load. */
    rows?: number
    /** Below the table. */
    children?: ReactNode
  }

/** A part of a page that is a table. */
export function TableSection<Item>(props: TableSectionProps<Item> & Keyed<Item>) {
  const { title, count, hint, actions, items, keyOf = idOf, rows = 2, children, ...table } = props
  const show = (shown: readonly Item[]) => <DataTable {...table} label={title} items={shown} keyOf={keyOf} />
  return (
    <Section title={title} count={count} hint={hint} actions={actions} isCard={false}>
      {'data' in items ? (
        <Loaded query={items} rows={rows}>
          {({ data }) => show(data)}
        </Loaded>
      ) : (
        show(items)
      )}
      {children}
    </Section>
  )
}
