import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode, errorBody, errorStatus } from './errors.ts'
import { verbatim } from './texts/text.ts'

/** The error codes by status (docs/contract/errors.md#codes). */
const contract: Record<number, ErrorCode[]> = {
  400: ['VALIDATION_ERROR', 'BOOKING_DATE_INVALID', 'BOOKING_WINDOW_EXCEEDED'],
  401: ['UNAUTHORIZED'],
  403: ['FORBIDDEN', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  409: [
    ...([
      'CONFLICT',
      'ZONE_UNAVAILABLE',
      'RENTAL_STOCK_INSUFFICIENT',
      'BOOKING_EXPIRED',
      'IDEMPOTENCY_CONFLICT',
    ] as const),
    ...(['STOCK_INSUFFICIENT', 'VARIANT_NOT_SELLABLE', 'CHECKOUT_EXPIRED', 'COUPON_NOT_APPLICABLE'] as const),
  ],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  501: ['NOT_IMPLEMENTED'],
  503: ['SERVICE_UNAVAILABLE'],
  504: ['GATEWAY_TIMEOUT'],
}

test('every code of the contract has its status, and there is no other', () => {
  const expected = Object.entries(contract).flatMap(([status, codes]) =>
    codes.map(code => [code, Number(status)] as const),
  )
  expect(errorStatus).toEqual(Object.fromEntries(expected))
  expect(new ApiError('ZONE_UNAVAILABLE', verbatim('full')).status).toBe(409)
})

describe('the body of a refusal', () => {
  test('success false, code and message; details only where there are any', () => {
    expect(errorBody(new ApiError('NOT_FOUND', verbatim('nothing there')), 'en')).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: 'nothing there' },
    })
    const path = 'items.0.quantity'
    const details = [{ path, reason: verbatim('must be positive') }]
    expect(errorBody(new ApiError('VALIDATION_ERROR', verbatim('wrong'), { details }), 'en')).toEqual({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'wrong', details: [{ path, message: 'must be positive' }] },
    })
  })

  test('VALIDATION_ERROR always has details, if only what the message says of the whole request', () => {
    expect(errorBody(new ApiError('VALIDATION_ERROR', verbatim('no Host')), 'en')).toEqual({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'no Host', details: [{ path: '', message: 'no Host' }] },
    })
  })

  test('the cause stays inside', () => {
    const refusal = new ApiError('INTERNAL_ERROR', verbatim('Something went wrong'), { cause: new Error('select 1') })
    expect(JSON.stringify(errorBody(refusal, 'en'))).not.toContain('select 1')
  })
})
