import { expect, test } from 'vitest'
import { byCampground, stepOf, type Zone } from './filling.ts'

test.each([
  [9, 'empty'],
  [8, 'third'],
  [6, 'third'],
  [5, 'twoThirds'],
  [3, 'twoThirds'],
  [2, 'more'],
  [1, 'more'],
  [0, 'full'],
])('%i free of 9 sites: %s', (free, step) => {
  expect(stepOf({ totalSites: 9 }, { free })).toBe(step)
})

const zone = (zoneId: string, campgroundId: string, active = true): Zone => ({
  campgroundId,
  campgroundName: `Camp ${campgroundId}`,
  zoneId,
  type: zoneId,
  active,
  totalSites: 1,
  nights: [],
})

test('zones are grouped by campground, and campgrounds that cannot be booked come last', () => {
  const grouped = byCampground([zone('a1', 'a', false), zone('b1', 'b', false), zone('b2', 'b'), zone('c1', 'c')])
  expect(grouped.map(({ campgroundName, zones }) => [campgroundName, ...zones.map(({ zoneId }) => zoneId)])).toEqual([
    ['Camp b', 'b1', 'b2'],
    ['Camp c', 'c1'],
    ['Camp a', 'a1'],
  ])
})
