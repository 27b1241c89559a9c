import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { Legend, Part, Patterns, Swatch } from '../../design/charts/charts.tsx'
import { type Columns, endColumn, titleColumn } from '../../design/columns.tsx'
import { cx } from '../../design/cx.ts'
import { DataTable } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { MonthPicker } from '../../design/pickers.tsx'
import { DayText, Money } from '../../design/Values.tsx'
import { sumOf } from '../../lib/amounts.ts'
import { addMonths, boundsOf, type Month } from '../../lib/days.ts'
import { formatDay, formatMoney, formatMoneyShort, formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { counted, parts, stepFor, type Takings, takenOn, totalOf } from './amounts.ts'

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

type TakingsChartProps = { days: readonly Takings[]; before: readonly Takings[] }

/** Distances around the bars, in pixels. */
const left = 68
const right = 8
const top = 12
const bottom = 26
const height = 280
/** The width of a day's number. */
const labelWidth = 22

/** Colours of the parts and of refunds, and patterns, so that they differ without colour. */
const looks = {
  bookings: { color: 'series-1' },
  orders: { color: 'series-2', pattern: 'url(#hatch)' },
  cashOnDelivery: { color: 'series-3', pattern: 'url(#dots)' },
  refunded: { color: 'series-4', pattern: 'url(#bars)' },
}

/** Stacked bars per day, refunds below zero, and a line for the same day of the month before. */
function TakingsChart({ days, before }: TakingsChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useElementWidth(frame)
  return (
    <figure className="card stack">
      <Patterns />
      <figcaption>
        <TakingsLegend />
      </figcaption>
      <div ref={frame} className="takings-frame">
        {width > 0 && days.length > 0 && (
          <svg width={width} height={height} role="img" aria-label={t('money.chart')}>
            <Drawing days={days} before={before} width={width} />
          </svg>
        )}
      </div>
    </figure>
  )
}

function Drawing({ days, before, width }: TakingsChartProps & { width: number }) {
  const highest = Math.max(0, ...days.map(takenOn), ...before.map(takenOn))
  const lowest = Math.max(0, ...days.map(({ refunded }) => Number(refunded.amount)))
  const step = stepFor(highest + lowest)
  const above = Math.max(1, Math.ceil(highest / step))
  const below = Math.ceil(lowest / step)
  const y = (amount: number) => top + ((above * step - amount) * (height - top - bottom)) / ((above + below) * step)
  const slot = (width - left - right) / days.length
  const middle = (index: number) => left + slot * (index + 0.5)
  const barWidth = Math.max(2, Math.min(slot * 0.7, 32))
  const every = Math.max(1, Math.ceil(labelWidth / slot))
  const line = before.slice(0, days.length).map((day, index) => `${middle(index)},${y(takenOn(day))}`)
  return (
    <>
      {Array.from({ length: above + below + 1 }, (_, index) => (index - below) * step).map(amount => (
        <g key={amount}>
          <line
            stroke={amount === 0 ? 'var(--text-muted)' : 'var(--line)'}
            x1={left}
            x2={width - right}
            y1={y(amount)}
            y2={y(amount)}
          />
          <text className="takings-label" x={left - 8} y={y(amount) + 4} textAnchor="end">
            {formatMoneyShort(amount)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day.date}>
          <Bar day={day} x={middle(index) - barWidth / 2} width={barWidth} y={y} />
          {index % every === 0 && (
            <text className="takings-label" x={middle(index)} y={height - 8} textAnchor="middle">
              {Number(day.date.slice(8))}
            </text>
          )}
        </g>
      ))}
      <polyline className="takings-before" points={line.join(' ')} />
    </>
  )
}

function Bar({ day, x, width, y }: { day: Takings; x: number; width: number; y(amount: number): number }) {
  let sum = 0
  const pieces = parts.map(part => {
    const bottomOf = sum
    sum += Number(day[part].amount)
    return { part, y: y(sum), height: y(bottomOf) - y(sum) }
  })
  const refunded = Number(day.refunded.amount)
  const all = [...pieces, { part: 'refunded' as const, y: y(0), height: y(-refunded) - y(0) }]
  const told = [...parts, 'refunded' as const]
    .filter(part => day[part].count > 0)
    .map(part => `${t(`money.kindsOfTakings.${part}`)}: ${formatMoney(day[part].amount)}`)
  return (
    <g>
      <title>{[formatDay(day.date, 'weekday'), ...told].join('\n')}</title>
      <rect fill="transparent" x={x} y={top} width={width} height={height - top - bottom} />
      {all
        .filter(({ height }) => height > 0)
        .map(({ part, ...piece }) => (
          <Part key={part} {...looks[part]} {...piece} x={x} width={width} />
        ))}
    </g>
  )
}

function TakingsLegend() {
  const swatches = [...parts, 'refunded' as const].map(part => [
    t(`money.kindsOfTakings.${part}`),
    <Swatch key={part} {...looks[part]} inset={0} />,
  ])
  const before = <line className="takings-before" x1="0" x2="20" y1="7" y2="7" />
  return <Legend of={{ ...Object.fromEntries(swatches), [t('money.before')]: before }} />
}

/** The width of an element in pixels, which follows the window; 0 until it is known. */
function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    setWidth(Math.floor(element.current.clientWidth))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
