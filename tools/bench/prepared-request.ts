/** A request as it is sent. */
export type PreparedRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** Makes the next request. */
export type RequestFactory = () => PreparedRequest

/** A body in JSON, and the token of the member who sends it, if any. */
export const post = (path: string, body: object, token?: string): PreparedRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...bearer(token) },
  body: JSON.stringify(body),
})

/** A request without a body. */
export const get = (path: string, token?: string): PreparedRequest => ({ method: 'GET', path, headers: bearer(token) })

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** Idempotency keys that no other process makes. */
export function freshKeys(): () => string {
  const run = `${process.pid}-${Date.now()}`
  let turn = 0
  return () => {
    turn += 1
    return `${run}-${turn}`
  }
}
