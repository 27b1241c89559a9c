import type { ReactNode } from 'react'
import { dayOf } from '../lib/days.ts'
import { formatNumber } from '../lib/format.ts'
import type { Column } from './DataTable.tsx'
import { DateTime, DayText, Money } from './Values.tsx'

type Cell<Item> = (item: Item) => ReactNode
type More = Pick<Column<never>, 'sort' | 'align' | 'place' | 'isExtra' | 'isWide'>

/** A column. */
export const column = <Item,>(id: string, header: string, cell: Cell<Item>, more?: More): Column<Item> => ({
  id,
  header,
  cell,
  ...more,
})

/** The column with the heading of a row. */
export const titleColumn = <Item,>(id: string, header: string, cell: Cell<Item>, more?: More): Column<Item> => ({
  ...column(id, header, cell, more),
  isTitle: true,
})

/** A column that takes the rest of the width. */
export const wideColumn = <Item,>(id: string, header: string, cell: Cell<Item>, more?: More): Column<Item> => ({
  ...column(id, header, cell, more),
  isWide: true,
})

/** A column of numbers, or of actions. */
export const endColumn = <Item,>(id: string, header: string, cell: Cell<Item>, more?: More): Column<Item> => ({
  ...column(id, header, cell, more),
  align: 'end',
})

const columnOf =
  <Value,>(show: (value: Value) => ReactNode, kind: More = {}) =>
  <Field extends string>(field: Field, header: string, more?: More): Column<Record<Field, Value>> => ({
    ...column(field, header, ({ [field]: value }) => show(value)),
    ...kind,
    ...more,
  })

/** A column of amounts by their field; a dash without one. */
export const moneyColumn = columnOf<string | null>(amount => (amount === null ? '–' : <Money amount={amount} />), {
  align: 'end',
})

/** A column of numbers by their field. */
export const numberColumn = columnOf(formatNumber, { align: 'end' })

/** A column of timestamps by their field. */
export const timeColumn = columnOf<string>(at => <DateTime at={at} />)

/** A column of the days of timestamps by their field. */
export const dayColumn = columnOf<string>(at => <DayText day={dayOf(at)} />)
