import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { client } from '../../app/client.ts'
import { type Columns, endColumn, titleColumn } from '../../design/columns.tsx'
import { cx } from '../../design/cx.ts'
import { DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { MonthPicker } from '../../design/pickers.tsx'
import { DayText, Money } from '../../design/Values.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { addMonths, boundsOf, type Month } from '../../lib/days.ts'
import { formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { counted, type Takings, totalOf } from './amounts.ts'
import { TakingsChart } from './TakingsChart.tsx'

export type OfMonth = { month: Month; thisMonth: Month; chooseMonth(month: Month): void }

/** The takings and refunds of a month, as a chart and as a table. */
export function TakingsTab({ month, thisMonth, chooseMonth }: OfMonth) {
  const takings = useTakings(month)
  return (
    <div className="stack">
      <div className="spread no-print">
        <MonthPicker value={month} onChange={chooseMonth} thisMonth={thisMonth} />
        <CsvButton read={() => client().admin.reportTakings.csv(boundsOf(month))} />
      </div>
      <Loaded query={takings} rows={12}>
        {({ days, before }) => (
          <>
            <Totals days={days} />
            <TakingsChart days={days} before={before} />
            <div className="money-days">
              <TakingsTable days={days} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

const Totals = ({ days }: { days: readonly Takings[] }) => (
  <dl className="totals">
    {counted.map(kind => {
      const { count, amount } = totalOf(days, kind)
      return (
        <Total key={kind} of={t(`money.kindsOfTakings.${kind}`)} amount={amount} hint={t('money.count', { count })} />
      )
    })}
    <Total of={t('money.net')} amount={sumOf(days.map(({ net }) => net))} hint={t('money.netHint')} isNet />
  </dl>
)

type TotalProps = { of: string; amount: string; hint: string; isNet?: true }

const Total = ({ of, amount, hint, isNet }: TotalProps) => (
  <div className={cx('card', isNet && 'totals-net')}>
    <dt>{of}</dt>
    <dd>
      <Money amount={amount} />
    </dd>
    <dd className="totals-count">{hint}</dd>
  </div>
)

function TakingsTable({ days }: { days: readonly Takings[] }) {
  const columns: Columns<Takings> = [
    titleColumn('date', t('days.day'), ({ date }) => <DayText day={date} style="weekday" />),
    // Next to the day, so that it is visible when the table is wider than the screen.
    endColumn('net', t('money.net'), ({ net }) => (
      <strong>
        <Amount amount={net} />
      </strong>
    )),
    ...counted.map(kind =>
      endColumn(kind, t(`money.kindsOfTakings.${kind}`), (day: Takings) => <CountAndAmount {...day[kind]} />),
    ),
    endColumn('fees', t('money.shippingFees'), day => <Amount amount={day.shippingFees} />),
    endColumn('discounts', t('money.discounts'), day => <Amount amount={day.discounts} />),
  ]
  return <DataTable label={t('money.tabs.takings')} columns={columns} items={days} keyOf={({ date }) => date} isDense />
}

const Amount = ({ amount }: { amount: string }) =>
  Number(amount) === 0 ? <span className="muted">–</span> : <Money amount={amount} />

function CountAndAmount({ count, amount }: Takings['bookings']) {
  if (count === 0) return <span className="muted">–</span>
  return (
    <span>
      <Money amount={amount} /> <small className="muted">({formatNumber(count)})</small>
    </span>
  )
}

/** Takings of each day of a month, and of the month before. */
const useTakings = (month: Month) =>
  useQuery({
    queryKey: ['takings', month],
    queryFn: async ({ signal }) => {
      // Both months are within the 92 days of one report.
      const before = addMonths(month, -1)
      const bounds = { from: boundsOf(before).from, to: boundsOf(month).to }
      const days = await client().admin.reportTakings(bounds, { signal })
      return {
        days: days.filter(({ date }) => date.startsWith(month)),
        before: days.filter(({ date }) => date.startsWith(before)),
      }
    },
    placeholderData: keepPreviousData,
  })
