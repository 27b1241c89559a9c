import { counter, histogram } from '@campstore/core/telemetry/metrics'

/** Upper bounds in seconds: most requests take milliseconds, and none is answered after the gateway's 10 s. */
export const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const requests = counter('campstore_http_requests_total', 'Requests to which a service has responded.', [
  'route',
  'status',
  'code',
])

const durations = histogram(
  'campstore_http_request_duration_seconds',
  'Time from the head of a request to the response of a service.',
  ['route'],
  durationBuckets,
)

/** The value of a label that does not apply: no declared route, no error. */
export const none = 'none'

/**
 * Counts a request that was answered.
 *
 * @param answered.route as it is declared: `GET /api/booking/bookings/{id}`
 */
export function countRequest(answered: { route: string; status: number; code: string; seconds: number }): void {
  const { route, status, code, seconds } = answered
  requests.add({ route, status: String(status), code })
  durations.observe({ route }, seconds)
}

/** Counts a request that was refused before it was read. */
export const countRefusal = (status: number, code: string): void =>
  requests.add({ route: none, status: String(status), code })
