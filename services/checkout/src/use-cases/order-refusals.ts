import { ApiError } from '@campstore/contract/errors'

export const orderNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such order.')
export const orderOfAnother = (): ApiError => new ApiError('FORBIDDEN', 'This order belongs to another customer.')
export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', 'The hold of this order has ended.')
