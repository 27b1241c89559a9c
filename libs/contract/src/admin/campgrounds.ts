import { z } from 'zod'
import { lengths } from '../booking/bounds.ts'
import { campgroundSchema, zoneSchema } from '../booking/schemas.ts'
import { changed, created, declareAdminRoutes, pageOf } from '../declare.ts'
import { wholeInput, wholeNumber } from '../schemas.ts'
import { affectedBookingSchema } from './closures.ts'
import { pageQuery, positiveMoneyInput, textInput, yesOrNo } from './fields.ts'
import { imagesInput } from './images.ts'

const isActive = z.boolean().describe('Whether it can be booked')

const campgroundFields = {
  name: textInput(lengths.campgroundName).describe('Name'),
  region: textInput(lengths.region).describe('Region'),
  description: textInput(lengths.description).nullish().describe('Description, plain text; null if none'),
  address: textInput(lengths.address).nullish().describe('Postal address; null if none'),
  phone: textInput(lengths.phone).nullish().describe('Phone number for guests; null if none'),
  latitude: z.number().min(-90).max(90).nullish().describe('Degrees north (WGS 84), -90 to 90; null if unknown'),
  longitude: z.number().min(-180).max(180).nullish().describe('Degrees east (WGS 84), -180 to 180; null if unknown'),
  active: isActive,
  images: imagesInput,
}

/** Values of a new campground or zone that the request leaves out. */
const defaults = { active: isActive.default(true), images: imagesInput.default([]) }

export const createCampgroundSchema = z.strictObject({ ...campgroundFields, ...defaults })
export type CreateCampground = z.output<typeof createCampgroundSchema>

export const changeCampgroundSchema = z.strictObject(campgroundFields).partial()
export type ChangeCampground = z.output<typeof changeCampgroundSchema>

export const adminCampgroundsQuerySchema = pageQuery({ active: yesOrNo.describe('Whether it can be booked') })
export type AdminCampgroundsQuery = z.output<typeof adminCampgroundsQuerySchema>

/** A zone as administrators see it, with its campground. */
export const adminZoneSchema = zoneSchema.extend({ campgroundId: z.string().describe('Campground of the zone') })
export type AdminZone = z.infer<typeof adminZoneSchema>

const zoneFields = {
  type: textInput(lengths.zoneType).describe('Kind of site, as displayed'),
  capacityPerSite: wholeInput(1).describe('Intended guests per site; checkouts do not enforce it'),
  priceWeekday: positiveMoneyInput.describe('Price of one site for a weekday night; above 0'),
  priceHoliday: positiveMoneyInput.describe('Price of one site for a holiday night; above 0'),
  totalSites: wholeInput(0).describe('Number of sites'),
  active: isActive,
  images: imagesInput,
}

export const addZoneSchema = z.strictObject({ ...zoneFields, ...defaults })
export type AddZone = z.output<typeof addZoneSchema>

export const changeZoneSchema = z
  .strictObject({
    ...zoneFields,
    totalSites: zoneFields.totalSites.describe('Number of sites; at least the number booked on any future night'),
  })
  .partial()
export type ChangeZone = z.output<typeof changeZoneSchema>

export const zoneBookingsQuerySchema = pageQuery({
  above: wholeNumber(0, 999_999_999, 0).describe(
    'Only bookings with a night on which more sites than this are taken. Default `0`: all of them',
  ),
})
export type ZoneBookingsQuery = z.output<typeof zoneBookingsQuerySchema>

export const campgroundRoutes = declareAdminRoutes('campgrounds', 'booking', {
  listAdminCampgrounds: {
    summary: 'Lists campgrounds with their zones, inactive ones too, by id',
    endpoint: 'GET /api/admin/campgrounds',
    ...pageOf(adminCampgroundsQuerySchema, campgroundSchema),
  },
  getAdminCampground: {
    summary: 'Reads a campground with its zones',
    endpoint: 'GET /api/admin/campgrounds/{id}',
    data: campgroundSchema,
  },
  createCampground: {
    summary: 'Creates a campground without zones',
    endpoint: 'POST /api/admin/campgrounds',
    body: createCampgroundSchema,
    ...created(campgroundSchema),
  },
  changeCampground: {
    summary: 'Changes texts, address or images of a campground, or whether it can be booked',
    endpoint: 'PATCH /api/admin/campgrounds/{id}',
    body: changeCampgroundSchema,
    data: campgroundSchema,
  },
  addZone: {
    summary: 'Adds a zone to a campground',
    endpoint: 'POST /api/admin/campgrounds/{id}/zones',
    body: addZoneSchema,
    ...created(adminZoneSchema),
  },
  getZone: { summary: 'Reads a zone', endpoint: 'GET /api/admin/zones/{id}', data: adminZoneSchema },
  changeZone: {
    summary: 'Changes prices, sites, texts or images of a zone; existing holds and bookings keep theirs',
    endpoint: 'PATCH /api/admin/zones/{id}',
    body: changeZoneSchema,
    ...changed(adminZoneSchema),
  },
  listBookingsOfZone: {
    summary: 'Lists the bookings that occupy sites of a zone from today on',
    endpoint: 'GET /api/admin/zones/{id}/bookings',
    permissions: ['campgrounds.view', 'bookings.view'],
    ...pageOf(zoneBookingsQuerySchema, affectedBookingSchema),
  },
})
