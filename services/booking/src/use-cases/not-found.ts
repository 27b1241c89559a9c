import { ApiError, errorAt } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'

const notFound = (message: string): ApiError => new ApiError('NOT_FOUND', message)

export const bookingNotFound = (): ApiError => notFound('There is no such booking.')
export const bookingExpired = (): ApiError => new ApiError('BOOKING_EXPIRED', 'The hold of this booking has ended.')
export const campgroundNotFound = (): ApiError => notFound('There is no such campground.')
export const closureNotFound = (): ApiError => notFound('There is no such closure.')
export const policyNotFound = (): ApiError => notFound('There is no booking policy.')

export const zoneOfIdNotFound = (): ApiError => notFound('There is no such zone.')
export const listingNotFound = (): ApiError => notFound('There is no such rental listing.')
export const holidayNotFound = (): ApiError => notFound('There is no such date in the holiday calendar.')

/** The campground that a body or a query names. */
export const requestedCampgroundNotFound = (id: string): ApiError =>
  errorAt('NOT_FOUND', 'campgroundId', 'does not exist', `There is no campground ${quoted(id)}.`)

/** The zone in a line of a body. */
export const zoneNotFound = (line: number, id: string): ApiError =>
  errorAt('NOT_FOUND', `zones.${line}.zoneId`, 'does not exist', `This campground has no zone ${quoted(id)}.`)

/** The rental listing in a line of a body, which does not exist, is not active, or is of another variant or campground. */
export const rentalNotFound = (line: number, id: string): ApiError =>
  errorAt(
    'NOT_FOUND',
    `rentals.${line}.rentalListingId`,
    'is not rented out here',
    `This campground does not rent out ${quoted(id)}.`,
  )
