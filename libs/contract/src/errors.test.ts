import { describe, expect, test } from 'vitest'
import { ApiError, errorBody } from './errors.ts'
import { verbatim } from './texts/text.ts'

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
