import { ApiError } from '@campstore/contract/errors'

export const orderNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such order.')
