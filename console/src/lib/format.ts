import { storeTimeZone as timeZone } from '@campstore/contract/booking/bounds'
import { language } from './language.ts'

const locales = { en: 'en-GB', 'zh-TW': 'zh-TW' } as const
const locale = () => locales[language()]

/** Formats by locale and options: to make one takes longer than to format. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

function formatFor<T extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => T): T {
  const name = `${locale()} ${key}`
  const found = formats.get(name) ?? make()
  formats.set(name, found)
  // The key names the kind.
  return found as T
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  formatFor(JSON.stringify(options), () => new Intl.DateTimeFormat(locale(), options))

const numberFormat = (options: Intl.NumberFormatOptions) =>
  formatFor(JSON.stringify(options), () => new Intl.NumberFormat(locale(), options))

const formatTwd = (amount: number, options: Intl.NumberFormatOptions): string =>
  numberFormat({ style: 'currency', currency: 'TWD', currencyDisplay: 'narrowSymbol', ...options })
    .format(amount)
    .replace(/^(-?)\$/, (_, sign) => `${sign && '−'}NT$`)

/** `"1234.50"` as NT$1,234.50; whole amounts without the fraction. Another currency is written behind: 1234.50 USD. */
export const formatMoney = (amount: string, currency = 'TWD'): string =>
  currency === 'TWD' ? formatTwd(Number(amount), { trailingZeroDisplay: 'stripIfInteger' }) : `${amount} ${currency}`

/** A short amount, for an axis: NT$12K. */
export const formatMoneyShort = (amount: number): string => formatTwd(amount, { notation: 'compact' })

export const formatNumber = (number: number): string => numberFormat({}).format(number)

/** A change with its sign: +5, −3. */
export const formatDelta = (delta: number): string =>
  numberFormat({ signDisplay: 'exceptZero' }).format(delta).replace('-', '−')

/** A share from 0 to 1 as a percentage. */
export const formatShare = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share)

/**
 * Styles of a day: `short` 24/11, `day` 24 Nov, `weekday` Tue 24 Nov, `full` Tuesday, 24 November 2026, `date` 24 Nov 2026,
 * `narrow` T, `month` Nov, `monthYear` November 2026, `weekdayName` Tuesday, `weekdayShort` Tue.
 */
const dayStyles = {
  short: { day: 'numeric', month: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  narrow: { weekday: 'narrow' },
  month: { month: 'short' },
  monthYear: { month: 'long', year: 'numeric' },
  weekdayName: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayStyle = keyof typeof dayStyles

/** A calendar date `YYYY-MM-DD` for people. */
export const formatDay = (date: string, style: DayStyle = 'date'): string =>
  dateFormat({ ...dayStyles[style], timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** The name of a weekday, 0 for Sunday, as was 1 January 2023. */
export const weekdayName = (weekday: number): string => formatDay(`2023-01-0${weekday + 1}`, 'weekdayName')

/** A timestamp for people, in Asia/Taipei. */
export const formatInstant = (instant: string): string =>
  dateFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant))
