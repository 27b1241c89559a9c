import { z } from 'zod'
import { active, id, money, optionalText, text, whole } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

const zone = z.strictObject({
  id: id.describe('unique over all campgrounds; a zone cannot move to another one'),
  type: text(100).describe('what the guest books, for instance "Riverside pitch"'),
  capacityPerSite: whole(1).describe('people per site'),
  priceWeekday: money.describe('TWD per site and weekday night'),
  priceHoliday: money.describe('TWD per site and holiday night'),
  totalSites: whole(0).describe('how many sites there are'),
  active,
})

/** Campgrounds with their zones. */
export const campgrounds = defineRecordType({
  file: 'campgrounds.json',
  title: 'Campgrounds and their zones',
  record: z.strictObject({
    id,
    name: text(200),
    region: text(100),
    description: optionalText(5_000),
    active: active.describe('only active campgrounds are public'),
    zones: z.array(zone).default([]),
  }),
  targets: [
    {
      name: 'campgrounds',
      table: 'booking.campground',
      columns: ['id', 'name', 'region', 'description', 'active'],
      key: ['id'],
      rows: campground => [campground],
    },
    {
      name: 'zones',
      table: 'booking.zone',
      within: ['zones'],
      columns: [
        'id',
        'campgroundId',
        'type',
        'capacityPerSite',
        'priceWeekday',
        'priceHoliday',
        'totalSites',
        'active',
      ],
      key: ['id'],
      immutable: ['campgroundId'],
      rows: campground => campground.zones.map(part => ({ ...part, campgroundId: campground.id })),
    },
  ],
})
