import { addDays, type PlainDate, parsePlainDate, weekdayOf } from '@campstore/core/plain-date'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDataSet } from './data-set.ts'
import { recordTypes } from './record-types.ts'
import { demoDirectory } from './testing/data-set-files.ts'

let calendar: Map<unknown, unknown>
beforeAll(async () => {
  const { tables } = await readDataSet(demoDirectory, recordTypes)
  const holidays = tables.find(tableRows => tableRows.table.name === 'holidays')?.rows ?? []
  calendar = new Map(holidays.map(({ row }) => [row.date, row.kind]))
})

const dateOf = (text: string): PlainDate => {
  const date = parsePlainDate(text)
  if (date === undefined) throw new Error(`${text} is no date`)
  return date
}

const isOff = (date: PlainDate): boolean => {
  const kind = calendar.get(date)
  return kind === undefined ? [0, 6].includes(weekdayOf(date)) : kind === 'holiday'
}

const datesFrom = (first: string, count: number): PlainDate[] =>
  Array.from({ length: count }, (_, index) => addDays(dateOf(first), index))

/** Rests of three days and more, as `first..last`. */
function longRests(year: number): string[] {
  const rests: PlainDate[][] = []
  for (const date of datesFrom(`${year}-01-01`, 365)) {
    const current = rests.at(-1)
    if (!isOff(date)) continue
    if (current?.at(-1) === addDays(date, -1)) current.push(date)
    else rests.push([date])
  }
  return rests.filter(rest => rest.length > 2).map(rest => `${rest[0]}..${rest.at(-1)}`)
}

describe('the holiday calendar of the government offices (docs/data-format.md names the sources)', () => {
  test('2026 has the published 120 days off and nine long rests', () => {
    expect(datesFrom('2026-01-01', 365).filter(isOff)).toHaveLength(120)
    expect(longRests(2026)).toEqual([
      '2026-02-14..2026-02-22',
      '2026-02-27..2026-03-01',
      '2026-04-03..2026-04-06',
      '2026-05-01..2026-05-03',
      '2026-06-19..2026-06-21',
      '2026-09-25..2026-09-28',
      '2026-10-09..2026-10-11',
      '2026-10-24..2026-10-26',
      '2026-12-25..2026-12-27',
    ])
  })

  test('2027 has 121 days off, with seven in a row over Lunar New Year', () => {
    expect(datesFrom('2027-01-01', 365).filter(isOff)).toHaveLength(121)
    expect(longRests(2027)).toEqual([
      '2027-01-01..2027-01-03',
      '2027-02-04..2027-02-10',
      '2027-02-27..2027-03-01',
      '2027-04-03..2027-04-06',
      '2027-04-30..2027-05-02',
      '2027-10-09..2027-10-11',
      '2027-10-23..2027-10-25',
      '2027-12-24..2027-12-26',
    ])
  })

  test.each(['2027-06-09', '2027-09-15', '2027-09-28', '2027-12-31'])('%s, alone in its week, is off', date => {
    expect(isOff(dateOf(date))).toBe(true)
  })

  test('no weekend of either year is worked', () => {
    expect([...calendar.values()]).not.toContain('working')
  })

  test('only days of 2026 and 2027 are marked', () => {
    expect([...calendar.keys()].filter(date => !/^202[67]-/.test(String(date)))).toEqual([])
  })
})
