/** A request as it is sent. */
export type MadeRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** Makes the next request. */
export type MakeRequest = () => MadeRequest

/** A body in JSON, and the token of the member who sends it, if any. */
export const posted = (path: string, body: object, token?: string): MadeRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...bearer(token) },
  body: JSON.stringify(body),
})

/** A question without a body. */
export const asked = (path: string, token?: string): MadeRequest => ({ method: 'GET', path, headers: bearer(token) })

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
