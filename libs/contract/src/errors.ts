/** HTTP status of every error code of the contract (interface.md, Errors; decisions.md, 1). */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  BOOKING_DATE_INVALID: 400,
  BOOKING_WINDOW_EXCEEDED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  ADMIN_NOT_WHITELISTED: 403,
  ADMIN_INACTIVE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  ZONE_UNAVAILABLE: 409,
  RENTAL_STOCK_INSUFFICIENT: 409,
  BOOKING_EXPIRED: 409,
  IDEMPOTENCY_CONFLICT: 409,
  STOCK_INSUFFICIENT: 409,
  VARIANT_NOT_SELLABLE: 409,
  CHECKOUT_EXPIRED: 409,
  COUPON_NOT_APPLICABLE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} as const

/** A stable error code. */
export type ErrorCode = keyof typeof errorStatus

/** One thing wrong with the input: where (`items.0.quantity`) and what. */
export type ErrorDetail = { path: string; message: string }

/** The body of every error answer. */
export type ErrorBody = {
  success: false
  error: { code: ErrorCode; message: string; details?: ErrorDetail[] }
}

/** Seconds a client should wait after a 503. */
const retryAfterSeconds = 2

/** A refusal that the contract names. Thrown by use cases, answered by `libs/http` in the envelope. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = options.details
    this.headers = { ...defaultHeaders(code), ...options.headers }
  }

  /** HTTP status of the code. */
  get status(): number {
    return errorStatus[this.code]
  }
}

function defaultHeaders(code: ErrorCode): Record<string, string> {
  if (code === 'UNAUTHORIZED') return { 'www-authenticate': 'Bearer' }
  if (code === 'SERVICE_UNAVAILABLE') return { 'retry-after': String(retryAfterSeconds) }
  return {}
}

/** The envelope of a refusal; `details` where there are any, and always on VALIDATION_ERROR (decisions.md, 1). */
export function errorBody(error: ApiError): ErrorBody {
  const { code, message } = error
  const details = error.details ?? (code === 'VALIDATION_ERROR' ? [{ path: '', message }] : undefined)
  return { success: false, error: details ? { code, message, details } : { code, message } }
}
