import { occupancyReportLineSchema } from '@campstore/contract/admin/stays'
import { takingsSchema } from '@campstore/contract/admin/takings'
import { moneySchema } from '@campstore/contract/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { csvTable } from './csv-table.ts'

// docs/contract/admin.md#csv
const zones = z.array(z.strictObject({ zoneId: z.string(), quantity: z.int() }))
const rentals = z.array(z.strictObject({ sku: z.string() }))

test('the header has the paths of the fields; a null is an empty cell', () => {
  const schema = z.strictObject({
    id: z.string(),
    customer: z.strictObject({ name: z.string(), phone: z.string().nullable() }).nullable(),
    paid: z.boolean(),
  })
  const { header, rowsOf } = csvTable(schema)
  expect(header).toEqual(['id', 'customer.name', 'customer.phone', 'paid'])
  expect(rowsOf({ id: 'b1', customer: { name: 'Mei', phone: null }, paid: true })).toEqual([
    ['="b1"', 'Mei', '', '="true"'],
  ])
  expect(rowsOf({ id: 'b2', customer: null, paid: false })).toEqual([['="b2"', '', '', '="false"']])
})

test('picks, zones, rentals and nights have a row each; of two such lists, each row has the fields of one', () => {
  const { header, rowsOf } = csvTable(z.strictObject({ id: z.string(), zones, rentals, total: moneySchema }))
  expect(header).toEqual(['id', 'zones.zoneId', 'zones.quantity', 'rentals.sku', 'total'])
  const stay = {
    id: 'b1',
    zones: [{ zoneId: 'z1', quantity: 2 }],
    rentals: [{ sku: 'A' }, { sku: 'B' }],
    total: '9.00',
  }
  expect(rowsOf(stay)).toEqual([
    ['="b1"', '="z1"', '2', '', '9.00'],
    ['="b1"', '', '', 'A', '9.00'],
    ['="b1"', '', '', 'B', '9.00'],
  ])
  expect(rowsOf({ ...stay, zones: [], rentals: [] })).toEqual([['="b1"', '', '', '', '9.00']])
})

test('a list that contains one of them has rows too; other lists are joined', () => {
  const items = z.array(
    z.strictObject({
      sku: z.string(),
      picks: z.array(z.strictObject({ locationId: z.string() })),
      tags: z.array(z.string()),
    }),
  )
  const { header, rowsOf } = csvTable(
    z.strictObject({ id: z.string(), items, labels: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
  )
  expect(header).toEqual(['id', 'items.sku', 'items.picks.locationId', 'items.tags', 'labels.id', 'labels.name'])
  const labels = [
    { id: 't1', name: 'Families' },
    { id: 't2', name: 'Hikers' },
  ]
  const picks = [{ locationId: 'p1' }, { locationId: 'p2' }]
  const order = {
    id: 'o1',
    labels,
    items: [
      { sku: 'A', tags: ['x', 'y'], picks },
      { sku: 'B', tags: [], picks: [] },
    ],
  }
  expect(rowsOf(order)).toEqual([
    ['="o1"', 'A', '="p1"', 'x; y', '="t1; t2"', 'Families; Hikers'],
    ['="o1"', 'A', '="p2"', 'x; y', '="t1; t2"', 'Families; Hikers'],
    ['="o1"', 'B', '', '', '="t1; t2"', 'Families; Hikers'],
  ])
})

test('a cell is written by the type of its field: numbers and decimals are numbers, everything else is text', () => {
  const schema = z.strictObject({ total: moneySchema.nullable(), pieces: z.int().optional(), sku: z.string() })
  const { rowsOf } = csvTable(schema)
  expect(rowsOf({ total: '-5.00', pieces: 12, sku: '00123' })).toEqual([['-5.00', '12', '="00123"']])
  const report = csvTable(z.strictObject({ net: takingsSchema.shape.net, rate: occupancyReportLineSchema.shape.rate }))
  expect(report.rowsOf({ net: '-86734.00', rate: '0.7500' })).toEqual([['-86734.00', '0.7500']])
})

const textCell = (cell: string) => csvTable(z.strictObject({ cell: z.string() })).rowsOf({ cell })[0]?.[0]

test.each(
  // What spreadsheets read as numbers, dates and formulas.
  [
    '=1+1 +SUM(A1) -1+2 @cmd +886912000101 0912-000-101 00123 1E5 12/3 2026-11-20 MAR1 5% １２３ TRUE false -5 台北市1號'.split(
      ' ',
    ),
    ['\t=1', ' =1', '1 1/2', '+886 912-000-101', '＝1+1', '＋A1', '－A1', '＠cmd', 'say "1"'],
  ].flat(),
)('%j is kept as text', cell => {
  expect(textCell(cell)).toBe(`="${cell.replaceAll('"', '""')}"`)
})

test.each(['', "'=a", 'a=b', '林小姐', '01998f41-7a10-7c22-8d2b-5e6f7a8b9c01', '2026-11-20T08:00:00.000Z', '1\n2'])(
  '%j is text as it is',
  cell => {
    expect(textCell(cell)).toBe(cell)
  },
)

test('a text of several lines, or too long to be quoted, gets a leading apostrophe where it would be a formula', () => {
  const [long, lines] = ['x1'.repeat(200), 'No. 1\n=2']
  for (const text of [long, lines]) expect([textCell(`=${text}`), textCell(text)]).toEqual([`'=${text}`, text])
})
