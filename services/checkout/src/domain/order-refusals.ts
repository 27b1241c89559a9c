import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { PricedItem } from './pricing.ts'

export const orderNotFound = (): ApiError => new ApiError('NOT_FOUND', text('order.notFound'))
export const orderOfAnother = (): ApiError => new ApiError('FORBIDDEN', text('order.ofAnother'))
export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', text('order.expired'))

/** The path of a line's variant. */
export const variantPath = (line: number): string => `items.${line}.variantId`

/** A variant as a message names it. */
export const nameOfVariant = ({
  productName,
  specification,
}: Pick<PricedItem, 'productName' | 'specification'>): string =>
  [productName, specification].filter(part => part !== '').join(', ')
