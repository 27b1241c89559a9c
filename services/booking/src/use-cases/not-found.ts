import { ApiError } from '@campstore/contract/errors'

const notFound = (message: string): ApiError => new ApiError('NOT_FOUND', message)

export const bookingNotFound = (): ApiError => notFound('There is no such booking.')
export const campgroundNotFound = (): ApiError => notFound('There is no such campground.')
export const closureNotFound = (): ApiError => notFound('There is no such closure.')
export const policyNotFound = (): ApiError => notFound('There is no booking policy.')
export const zoneNotFound = (id: string): ApiError => notFound(`No such zone at this campground: "${id}".`)
export const rentalNotFound = (id: string): ApiError => notFound(`No such rental at this campground: "${id}".`)
