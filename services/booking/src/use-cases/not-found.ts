import { ApiError } from '@campstore/contract/errors'

const notFound = (message: string): ApiError => new ApiError('NOT_FOUND', message)

export const bookingNotFound = (): ApiError => notFound('There is no such booking.')
export const campgroundNotFound = (): ApiError => notFound('There is no such campground.')
export const closureNotFound = (): ApiError => notFound('There is no such closure.')
export const policyNotFound = (): ApiError => notFound('There is no booking policy.')
export const zoneNotFound = (id: string): ApiError => notFound(`No such zone at this campground: ${quoted(id)}.`)
export const rentalNotFound = (id: string): ApiError => notFound(`No such rental at this campground: ${quoted(id)}.`)

/** An id as the client sent it. Ids have at most 64 characters; a longer one exists nowhere and is shortened. */
const quoted = (id: string): string => `"${id.length > 64 ? `${id.slice(0, 64)}…` : id}"`
