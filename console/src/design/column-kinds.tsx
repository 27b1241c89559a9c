import { dayOf } from '../lib/days.ts'
import type { Column } from './DataTable.tsx'
import { DateTime, DayText, Money } from './Values.tsx'

type More = Pick<Column<never>, 'sort'>

/** A column of amounts by their field; a dash where there is none. */
export const moneyColumn = <Field extends string>(
  field: Field,
  header: string,
  more: More = {},
): Column<Record<Field, string | null>> => ({
  id: field,
  header,
  align: 'end',
  ...more,
  cell: ({ [field]: amount }) => (amount === null ? '–' : <Money amount={amount} />),
})

/** A column of timestamps by their field. */
export const timeColumn = <Field extends string>(
  field: Field,
  header: string,
  more: More = {},
): Column<Record<Field, string>> => ({ id: field, header, ...more, cell: ({ [field]: at }) => <DateTime at={at} /> })

/** A column of the days of timestamps by their field. */
export const dayColumn = <Field extends string>(
  field: Field,
  header: string,
  more: More = {},
): Column<Record<Field, string>> => ({
  id: field,
  header,
  ...more,
  cell: ({ [field]: at }) => <DayText day={dayOf(at)} />,
})
