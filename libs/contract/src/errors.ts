import { shortened } from './quoted.ts'
import { type Language, writeIn } from './texts/language.ts'
import { english, type Text, text, verbatim } from './texts/text.ts'

/** HTTP status of every error code of the contract (docs/contract/errors.md#codes). */
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

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as ErrorCode[] // Object.keys forgets the keys

/** When each code is returned, for the contract's pages. */
export const errorDescriptions: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'The request has the wrong shape: malformed JSON, a missing or invalid field, parameter or filter, a repeated line, text with NUL, an unknown field on an admin write, a body that the endpoint does not take',
  BOOKING_DATE_INVALID: 'A date of a stay is not a valid calendar date, or the check-out is not after the check-in',
  BOOKING_WINDOW_EXCEEDED: 'The stay is outside the booking window, or longer than the policy allows',
  UNAUTHORIZED:
    'The token is missing, has expired, or is not valid (malformed, not signed by the issuer, for another audience), or a request of the payment service is not signed; `www-authenticate` says which',
  FORBIDDEN:
    "The order of a store checkout is another member's; a suspended customer or an anonymous account checks out; cash on delivery needs a verified e-mail; the customer is deleted; the administrator lacks the permission",
  ADMIN_NOT_WHITELISTED: 'The holder of the token is not on the whitelist of administrators',
  ADMIN_INACTIVE: "The administrator's account is deactivated",
  NOT_FOUND:
    "The path is unknown; a resource named in the path or body does not exist or is not visible; a booking is another member's",
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method; `allow` lists its methods',
  CONFLICT:
    'The state does not allow the operation, and no other code fits; an idempotency key (except of a booking) was used for another request; an amount for comparison differs; an e-mail, SKU or coupon code is taken; no administrator would remain; a member reached a limit on holds; a refund is recorded with another reference',
  ZONE_UNAVAILABLE: 'The campground is closed, a zone is inactive, or a night of the stay has too few free sites',
  RENTAL_STOCK_INSUFFICIENT: 'Too few pieces of a rental are free during the stay',
  BOOKING_EXPIRED: 'The pending booking is past its deadline',
  IDEMPOTENCY_CONFLICT: 'The idempotency key of a booking was used for another request',
  STOCK_INSUFFICIENT: 'A product has too little stock for a checkout, a shipment or a movement',
  VARIANT_NOT_SELLABLE: 'A variant, or its SKU, item or product, is not active',
  CHECKOUT_EXPIRED: 'The order is past its deadline',
  COUPON_NOT_APPLICABLE:
    'The coupon claim cannot be used on this order; the message says why, if the claim belongs to the caller',
  PAYLOAD_TOO_LARGE: 'The body has more than 100 kB (1 MB for an image, 16 kB where no token is needed)',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON, or is compressed',
  RATE_LIMITED: 'The client sends too many requests; with `retry-after`',
  INTERNAL_ERROR: 'A bug in the service; the response reveals nothing about the cause',
  NOT_IMPLEMENTED: 'The endpoint is not built yet, or bookings have no payment form here',
  SERVICE_UNAVAILABLE: 'A service or its database is unavailable or overloaded; with `retry-after`',
  GATEWAY_TIMEOUT: 'A service did not respond in time; a write may have taken effect',
}

/** How a client reacts to each code. */
export const errorAdvice: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Correct the fields in `details`. The same request will fail again',
  BOOKING_DATE_INVALID: 'Ask for other dates',
  BOOKING_WINDOW_EXCEEDED: 'Ask for other dates; `GET /api/booking/policy` has the limits',
  UNAUTHORIZED: 'Renew the token and send the request again, once; then sign in again',
  FORBIDDEN: 'Tell the user. Retrying does not help',
  ADMIN_NOT_WHITELISTED: 'Tell the user. An administrator with `permissions.edit` can add the account',
  ADMIN_INACTIVE: 'Tell the user. An administrator with `permissions.edit` can activate the account',
  NOT_FOUND: 'Reload the data, which named something that is gone; check the path',
  METHOD_NOT_ALLOWED: 'Correct the application; `allow` names the methods',
  CONFLICT: 'Read the state again, then decide. A new order needs a new key',
  ZONE_UNAVAILABLE: 'Offer another zone or other dates',
  RENTAL_STOCK_INSUFFICIENT: 'Offer fewer pieces or another rental',
  BOOKING_EXPIRED: 'Start a new checkout with a new key',
  IDEMPOTENCY_CONFLICT: 'Correct the application: another request needs another key',
  STOCK_INSUFFICIENT: 'Offer fewer pieces or another variant',
  VARIANT_NOT_SELLABLE: 'Remove the variant from the cart',
  CHECKOUT_EXPIRED: 'Start a new checkout with a new key',
  COUPON_NOT_APPLICABLE: 'Show the message, which says why, and continue without the coupon or with another one',
  PAYLOAD_TOO_LARGE: 'Send less',
  UNSUPPORTED_MEDIA_TYPE: 'Send uncompressed JSON, with `content-type: application/json`',
  RATE_LIMITED: 'Wait as long as `retry-after` says, then send the request again',
  INTERNAL_ERROR: 'Send the request again if it is safe to repeat, and report its `x-request-id`',
  NOT_IMPLEMENTED: 'Do not call it',
  SERVICE_UNAVAILABLE: 'Wait as long as `retry-after` says, then send the request again if it is safe to repeat',
  GATEWAY_TIMEOUT: 'Send the request again if it is safe to repeat; otherwise read the state first',
}

/** One mistake in the input: its path (`items.0.quantity`) and the problem, written in the language of the response. */
export type ErrorDetail = { path: string; message: string }

/** One mistake in the input before it is written: the reason is the end of a sentence that begins with the path. */
export type Mistake = { path: string; reason: Text }

/** The body of every error response. */
export type ErrorBody = { success: false; error: { code: ErrorCode; message: string; details?: ErrorDetail[] } }

/** At most this many details in one response; a hostile body can have thousands of mistakes. */
export const maxDetails = 20

/**
 * The error of a request with mistakes. Its message says the first one and how many more there are.
 *
 * @param mistakes a path that is empty means the whole body
 * @param count how many mistakes there are in all, if `mistakes` has only the first ones
 */
export function validationError(
  mistakes: readonly Mistake[],
  { count = mistakes.length, cause }: { count?: number; cause?: unknown } = {},
): ApiError {
  const [first = { path: '', reason: text('is.invalid') }] = mistakes
  const sentence = sentenceOf(first)
  const message = count > 1 ? text('sentence.more', { first: sentence, count: count - 1 }) : sentence
  const shown = mistakes.slice(0, maxDetails).map(({ path, reason }) => ({ path: shortened(path), reason }))
  return new ApiError('VALIDATION_ERROR', message, { details: shown, cause })
}

/** A mistake as a sentence; the reason may already be a full one. */
function sentenceOf({ path, reason }: Mistake): Text {
  const subject = path === '' ? text('the.body') : shortened(path)
  const isSentence = /[.?]$/.test(english(reason))
  return text(isSentence ? 'sentence.question' : 'sentence.reason', { path: subject, reason })
}

/**
 * An error that concerns one of several things in a request.
 *
 * @param path of the field that names it: `items.3.variantId`
 * @param reason the problem, as the end of a sentence that begins with the path: `does not exist`
 * @param message instead of that sentence
 */
export const errorAt = (
  code: ErrorCode,
  path: string,
  reason: Text,
  message: Text = sentenceOf({ path, reason }),
  cause?: unknown,
): ApiError => new ApiError(code, message, { details: [{ path, reason }], cause })

/** An error that another service returned, already in the language of the request. */
export const errorOfService = ({ code, message, details }: ErrorBody['error']): ApiError =>
  new ApiError(code, verbatim(message), {
    ...(details && { details: details.map(each => ({ path: each.path, reason: verbatim(each.message) })) }),
  })

/** The error of a bug of ours; the cause is logged, not returned. */
export const internalError = (cause?: unknown): ApiError =>
  new ApiError('INTERNAL_ERROR', text('failure.internal'), { cause })

/** Seconds a client should wait after a 503. */
const retryAfterSeconds = 2

/** An error of the contract, written in the language of the request. Its `message`, for logs, is English. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly text: Text
  readonly mistakes: readonly Mistake[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: Text,
    options: { details?: readonly Mistake[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(english(message), { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.text = message
    this.mistakes = options.details
    this.headers = { ...defaultHeaders(code), ...options.headers }
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** The mistakes in English. */
  get details(): ErrorDetail[] | undefined {
    return this.detailsIn('en')
  }

  detailsIn(language: Language): ErrorDetail[] | undefined {
    return this.mistakes?.map(({ path, reason }) => ({ path, message: writeIn(language, reason) }))
  }
}

function defaultHeaders(code: ErrorCode): Record<string, string> {
  if (code === 'UNAUTHORIZED') return { 'www-authenticate': 'Bearer' }
  if (code === 'SERVICE_UNAVAILABLE') return { 'retry-after': String(retryAfterSeconds) }
  return {}
}

/** The envelope of an error; VALIDATION_ERROR always has details (docs/contract/conventions.md#envelope). */
export function errorBody(error: ApiError, language: Language): ErrorBody {
  const { code } = error
  const message = writeIn(language, error.text)
  const details = error.detailsIn(language) ?? (code === 'VALIDATION_ERROR' ? [{ path: '', message }] : undefined)
  return { success: false, error: details ? { code, message, details } : { code, message } }
}
