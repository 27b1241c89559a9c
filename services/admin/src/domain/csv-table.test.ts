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
  expect(rowsOf({ id: 'b1', customer: { name: 'Mei', phone: null }, paid: true })).toEqual([['b1', 'Mei', '', 'true']])
  expect(rowsOf({ id: 'b2', customer: null, paid: false })).toEqual([['b2', '', '', 'false']])
})

test('picks, zones, rentals and nights have a row each; of two such lists, each row has the fields of one', () => {
  const { header, rowsOf } = csvTable(z.strictObject({ id: z.string(), zones, rentals, total: z.string() }))
  expect(header).toEqual(['id', 'zones.zoneId', 'zones.quantity', 'rentals.sku', 'total'])
  const stay = {
    id: 'b1',
    zones: [{ zoneId: 'z1', quantity: 2 }],
    rentals: [{ sku: 'A' }, { sku: 'B' }],
    total: '9.00',
  }
  expect(rowsOf(stay)).toEqual([
    ['b1', 'z1', '2', '', '9.00'],
    ['b1', '', '', 'A', '9.00'],
    ['b1', '', '', 'B', '9.00'],
  ])
  expect(rowsOf({ ...stay, zones: [], rentals: [] })).toEqual([['b1', '', '', '', '9.00']])
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
    ['o1', 'A', 'p1', 'x; y', 't1; t2', 'Families; Hikers'],
    ['o1', 'A', 'p2', 'x; y', 't1; t2', 'Families; Hikers'],
    ['o1', 'B', '', '', 't1; t2', 'Families; Hikers'],
  ])
})

test.each(['=1+1', '+SUM(A1)', '-1+2', '@cmd', '\t=1', '\r=1', '+886 912-000-101'])('%j is not a formula', cell => {
  expect(csvTable(z.strictObject({ cell: z.string() })).rowsOf({ cell })).toEqual([[`'${cell}`]])
})

test.each(['-5', '-5.00', '+886912000101', '0912-000-101', "'=1", 'a=1'])('%j stays as it is', cell => {
  expect(csvTable(z.strictObject({ cell: z.string() })).rowsOf({ cell })).toEqual([[cell]])
})
