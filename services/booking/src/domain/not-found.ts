import { ApiError, errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type PlainTextKey, text } from '@campstore/contract/texts/text'

const notFound = (key: PlainTextKey): ApiError => new ApiError('NOT_FOUND', text(key))

export const bookingNotFound = (): ApiError => notFound('booking.notFound')
export const bookingExpired = (): ApiError => new ApiError('BOOKING_EXPIRED', text('booking.expired'))
export const campgroundNotFound = (): ApiError => notFound('campground.notFound')
export const closureNotFound = (): ApiError => notFound('closure.notFound')
export const policyNotFound = (): ApiError => notFound('policy.notFound')

export const zoneOfIdNotFound = (): ApiError => notFound('zone.notFound')
export const listingNotFound = (): ApiError => notFound('rental.notFound')
export const holidayNotFound = (): ApiError => notFound('holiday.notFound')

/** The campground that a body or a query names. */
export const requestedCampgroundNotFound = (id: string): ApiError =>
  errorAt('NOT_FOUND', 'campgroundId', text('is.unknown'), text('campground.unknown', { id: shortened(id) }))

/** The zone in a line of a body. */
export const zoneNotFound = (line: number, id: string): ApiError =>
  errorAt('NOT_FOUND', `zones.${line}.zoneId`, text('is.unknown'), text('zone.unknown', { id: shortened(id) }))

/** The rental listing in a line of a body, which does not exist, is not active, or is of another variant or campground. */
export const rentalNotFound = (line: number, id: string): ApiError =>
  errorAt(
    'NOT_FOUND',
    `rentals.${line}.rentalListingId`,
    text('rental.notHere'),
    text('rental.unknown', { id: shortened(id) }),
  )
