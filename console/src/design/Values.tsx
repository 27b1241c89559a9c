import type { ReactNode } from 'react'
import { today } from '../lib/days.ts'
import { type DayStyle, formatDay, formatInstant, formatMoney } from '../lib/format.ts'
import { Picture } from './Picture.tsx'
import './badge.css'
import './values.css'
import './sums.css'

/** An amount, `"1234.50"`, of TWD unless the currency is another one. */
export const Money = ({ amount, currency }: { amount: string; currency?: string }) => (
  <span className="nowrap">{formatMoney(amount, currency)}</span>
)

/** A calendar date. */
export const DayText = ({ day, style }: { day: string; style?: DayStyle }) => (
  <Time at={day} text={formatDay(day, style)} />
)

/** The first and the last day of a stay or a closure. */
export const DaySpan = ({ from, to, style }: { from: string; to: string; style?: DayStyle }) => (
  <span className="nowrap">
    <DayText day={from} style={style} /> – <DayText day={to} style={style} />
  </span>
)

/** A timestamp, in Asia/Taipei. */
export const DateTime = ({ at }: { at: string }) => <Time at={at} text={formatInstant(at)} />

/** The lists of a phone leave the present year out. */
function Time({ at, text }: { at: string; text: string }) {
  const [before, year, after] = text.split(/( ?\d{4}年?)/)
  return (
    <time dateTime={at} className="nowrap">
      {before}
      {year && <span className={at.startsWith(today().slice(0, 4)) ? 'this-year' : undefined}>{year}</span>}
      {after}
    </time>
  )
}

/** An id as people copy it: short lines may break anywhere. */
export const Id = ({ children }: { children: string }) => <code className="mono">{children}</code>

export const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="nowrap">
    {number}
  </a>
)

/** An address, which breaks before its domain first. */
export function Email({ address }: { address: string }) {
  const [name, ...domain] = address.split(/(?=@)/)
  return (
    <a href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`} className="email">
      {name}
      <wbr />
      {domain}
    </a>
  )
}

/** The facts of a record: values by their names. A name without a value is left out. */
export const Facts = ({ of }: { of: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(of).map(
      ([label, value]) =>
        value !== null &&
        value !== undefined &&
        value !== false && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

type TwoLinesProps = { children: ReactNode; below: ReactNode; picture?: string | null }

/** A value, and a smaller one below it; next to its picture, if it may have one. */
export function TwoLines({ children, below, picture }: TwoLinesProps) {
  const lines = (
    <span className="stack-tight">
      {typeof children === 'string' ? <span>{children}</span> : children}
      {below && <small className="muted">{below}</small>}
    </span>
  )
  if (picture === undefined) return lines
  return (
    <span className="pictured">
      <Picture src={picture} />
      {lines}
    </span>
  )
}

type ItemNameProps = Omit<TwoLinesProps, 'below'> & { of: { specification: string; sku: string } }

/** The name of something with a SKU, and its specification and SKU below. */
export const ItemName = ({ of: { specification, sku }, ...item }: ItemNameProps) => (
  <TwoLines
    {...item}
    below={
      <>
        {specification && `${specification} · `}
        <Id>{sku}</Id>
      </>
    }
  />
)

/** Amounts below a table, and their sum. */
export const Sums = ({ children }: { children: ReactNode }) => <dl className="sums stack-tight">{children}</dl>

export const Sum = ({ label, amount, isFinal = false }: { label: ReactNode; amount: string; isFinal?: boolean }) => (
  <div className={isFinal ? 'sums-final spread' : 'spread'}>
    <dt>{label}</dt>
    <dd>
      <Money amount={amount} />
    </dd>
  </div>
)

export type BadgeTone = 'positive' | 'notice' | 'danger' | 'info' | 'neutral'

/** A state in a word or two; the dot's shape differs as well as its colour. */
export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className={`badge badge-${tone}`}>{children}</span>
)
