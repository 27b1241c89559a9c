import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'

export const orderNotFound = (): ApiError => new ApiError('NOT_FOUND', text('order.notFound'))
export const orderOfAnother = (): ApiError => new ApiError('FORBIDDEN', text('order.ofAnother'))
export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', text('order.expired'))
