import type { ReactNode } from 'react'
import { dayOf } from '../lib/days.ts'
import { formatNumber } from '../lib/format.ts'
import { DateTime, DayText, Money } from './Values.tsx'

/** A column of a table. */
export type Column<Item> = {
  id: string
  header: string
  cell(item: Item): ReactNode
  /** `end` for numbers and amounts. */
  align?: 'end'
  /** The field by which the API sorts, if it does. */
  sort?: string
  /** The heading of a row, and the head of its card on narrow screens. */
  isTitle?: true
  /** Takes the rest of the width. */
  isWide?: true
  /**
   * The place in the two lines of a row on a narrow screen: `aside` at the end of the first line, the title's; `line`, `rest` and `state`
   * in the second one. There, a column without a place is left to the page of the record.
   */
  place?: 'aside' | 'line' | 'rest' | 'state'
  /** Left out on screens that are not wide. */
  isExtra?: true
}

/** The columns of a table; `false` stands for one that is left out. */
export type Columns<Item> = readonly (Column<Item> | false)[]

type Cell<Item> = (item: Item) => ReactNode
type More = Pick<Column<never>, 'sort' | 'align' | 'place' | 'isExtra' | 'isTitle' | 'isWide'>

/** Declares a column: its id, its heading, what else there is to say, and its cells. */
type ColumnOf = {
  <Item>(id: string, header: string, cell: Cell<Item>): Column<Item>
  <Item>(id: string, header: string, more: More, cell: Cell<Item>): Column<Item>
}

const columnWith =
  (kind: More): ColumnOf =>
  <Item,>(id: string, header: string, more: More | Cell<Item>, cell: Cell<Item> = () => null): Column<Item> => ({
    id,
    header,
    ...kind,
    ...(typeof more === 'function' ? { cell: more } : { ...more, cell }),
  })

/** A column. */
export const column = columnWith({})

/** The column with the heading of a row. */
export const titleColumn = columnWith({ isTitle: true })

/** A column that takes the rest of the width. */
export const wideColumn = columnWith({ isWide: true })

/** A column of numbers, or of actions. */
export const endColumn = columnWith({ align: 'end' })

const columnOf =
  <Value,>(show: (value: Value) => ReactNode, kind: More = {}) =>
  <Field extends string>(field: Field, header: string, more?: More): Column<Record<Field, Value>> => ({
    ...column(field, header, ({ [field]: value }: Record<Field, Value>) => show(value)),
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
