/** A list that is written as one text, so that a table of many short values stays readable. */
export const words = (text: string): string[] => text.split(' ')
const nines = '9'.repeat(10_000)

/** Texts that are not text: PostgreSQL cannot store a NUL, and UTF-8 cannot encode half a surrogate pair. */
export const noTexts = ['\0', 'a\0', '\ud800', 'a\udfff']
/** The same in a path or query, and bytes that are not UTF-8. */
export const noTextsInUrls = ['%00', 'a%00', '%ED%A0%80', '%ff', '%ff%fe']

/** Texts that name no day of the calendar. */
export const noDates: readonly string[] = [
  ...words('tomorrow infinity 2027 2027-2-3 2027-02-30 2027-13-01 2027-01-00 0000-01-01 +012027-01-01 12027-01-01'),
  ...words('2027-01-01T00:00:00.000Z 2027-01-01T00:00:00+08:00 20270101 01/01/2027 2027-W01-1 ２０２７-01-01'),
  ...['', ' ', ' 2027-01-01', '2027-01-01 ', '2027-01-01\n', '2027-01-01 12:00'],
  `2027-01-01'; drop table booking.booking; --`,
  nines,
]

/** Texts that are neither a date nor a point in time with its offset. */
export const noInstants: readonly string[] = [
  ...noDates.filter(text => !text.includes('T00:00:00')),
  ...words('2027-01-01T00:00 2027-01-01T00:00:00 2027-02-30T00:00:00Z 2027-01-01T24:00:01Z'),
  ...words('0000-01-01T00:00:00Z 0001-01-01T00:00:00+08:00 9999-12-31T23:59:59-01:00'),
]

/** Texts that are no point in time: a date alone is none. */
export const noTimestamps: readonly string[] = [
  ...noInstants,
  '2027-01-01',
  '2026-12-01 00:00Z',
  '0000-06-01T00:00:00Z',
]

/** Texts that are no amount of money. */
export const noAmounts: readonly string[] = [
  ...words('free -1 -0.01 -0 +500 500.001 500. .50 1,000.00 1e3 1e400 0x1F4 NaN Infinity null 12345678901 ５００'),
  ...['', ' ', ' 500', '500 ', '500\n', 'TWD 500', '1 000'],
  nines,
]

/** Texts that are no bound on a price, which may have up to six decimals. */
export const noDecimals = [...noAmounts.filter(text => text !== '500.001'), '1.0000001']

/** JSON texts that are no number that can be stored. */
export const noNumbers = ['1e400', '-1e400']
/** JSON texts that are no whole number that a column can store. */
export const noWholeNumbers = [...noNumbers, '1.5', '1.0000000001', '9007199254740992', '99999999999999999999']
/** JSON texts that are no amount of money. */
export const noAmountNumbers = [...noNumbers, '-1', '-0.01', '500.001', '1e300', '10000000000']

/** Texts that are nearly one of these words. */
export const nearMisses = (allowed: readonly string[]): string[] => {
  const [first = ''] = allowed
  const changed = [first.toUpperCase(), ` ${first}`, `${first}\n`, `${first},`, `${first},${first}`, `-${first}`]
  const parts = [first.split(',')[0] ?? '', first.replace(',', ';'), first.replace(/,.*/, ',up')]
  const others = words('null __proto__ constructor __proto__,asc 0 1,asc asc yes true,false')
  const all = [...changed, ...parts, ...others, '', ' ', "' or 1=1--", 'x'.repeat(5_000)]
  return all.filter(text => !allowed.includes(text))
}

/** What the parameters of every list cannot be, as they stand in a query. */
const noWholeTexts = [
  ...words(`-1 -0 %2B1 1.5 1e2 0x10 %20 %201 1%0a NaN null ten 9999999999 1e400 99999999999999999999 %D9%A1 1,2 0'--`),
  ...[nines, ''],
]
export const noPages = [...noWholeTexts, '%']
export const noSizes = [...noWholeTexts, ...words('0 00 101 1000000 2147483648 9007199254740993')]

/** Ids that name nothing, in a path; `{own}` stands for an id that the caller may see. */
export const unknownIds: readonly string[] = [
  ...words('nothing 00000000-0000-7000-8000-000000000000 0 -1 1e400 undefined __proto__ constructor * {own}%20'),
  ...words(`{own},{own} {own}'-- {own}';drop%20table%20booking.booking x'%20or%20'1'='1 {own}.json {own}% {own};x=1`),
  ...words('{own}/ {own}/nothing /{own} ./{own} %zz .. ../policy %2e%2e/policy {own}%2f.. %E5%B1%B1 {own}%00 %ff'),
  'a'.repeat(10_000),
]
