import type { components } from './generated/schema.ts'

/** Codes that the API answers with (docs/contract/errors.md). */
export type ApiErrorCode = components['schemas']['ErrorObject']['code']

/**
 * Codes of the client's own: no connection or a broken one; no answer in time; an answer that is not the API's, such as the page
 * of a proxy.
 */
export type ClientErrorCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_RESPONSE'

/** A mistake in a request: the field and the problem. */
export type ErrorDetail = { path: string; message: string }

type Properties = Pick<CampstoreError, 'operation' | 'code'> &
  Partial<Pick<CampstoreError, 'status' | 'details' | 'requestId' | 'retryAfter' | 'idempotencyKey'>>

/** A request that was refused or that got no answer. Decide by `code`. */
export class CampstoreError extends Error {
  override readonly name = 'CampstoreError'
  /** The operation that failed, such as `startCheckout`. */
  readonly operation: string
  readonly code: ApiErrorCode | ClientErrorCode
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /** The fields at fault, by their paths in the request; may be empty. */
  readonly details: readonly ErrorDetail[]
  /** Leads to the request in the service's log. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, where the answer says so. */
  readonly retryAfter: number | undefined
  /** The key of a checkout: sent again with it, the same request holds nothing twice. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, properties: Properties, options?: ErrorOptions) {
    super(message, options)
    this.operation = properties.operation
    this.code = properties.code
    this.status = properties.status
    this.details = properties.details ?? []
    this.requestId = properties.requestId
    this.retryAfter = properties.retryAfter
    this.idempotencyKey = properties.idempotencyKey
  }
}
