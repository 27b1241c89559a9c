import type { Evidence, Violation } from './violation.ts'

const rule = 'one idempotency key is one checkout'

/** Requests of a member with the same key: one booking or order, one response, and no other payload that succeeds. */
export function checkIdempotency({ history, stored }: Evidence): Violation[] {
  const checkouts = history.requests.filter(({ action, key }) => action === 'checkout' && key !== undefined)
  const byKey = Map.groupBy(checkouts, ({ actor, kind, key }) => `${kind} ${actor} ${key}`)
  const storedKeys = Map.groupBy(stored.keys, ({ kind, customerId, key }) => `${kind} ${customerId} ${key}`)
  return [...byKey].flatMap(([key, requests]) => {
    const successes = requests.filter(({ status }) => status === 200)
    const ids = [...new Set(successes.map(({ subject }) => subject ?? 'none'))]
    const stored = storedKeys.get(key)?.map(({ id }) => id) ?? []
    const messages: string[] = []
    if (ids.length > 1) messages.push(`one key, several checkouts: ${ids.join(', ')}`)
    if (new Set(successes.map(({ text }) => text)).size > 1) messages.push('one key, different responses')
    if (new Set(successes.map(({ payload }) => payload)).size > 1) messages.push('one key, two successful payloads')
    if (ids.length > 0 && stored.join() !== ids.join())
      messages.push(`the response names ${ids.join(', ')}, the stored key ${stored.join(', ') || 'nothing'}`)
    const payloads = new Set(requests.map(({ payload }) => payload))
    if (payloads.size === 1 && requests.some(({ code }) => code === 'IDEMPOTENCY_CONFLICT'))
      messages.push('the same payload was refused as another one')
    return messages.map(message => ({ rule, subject: ids[0], message }))
  })
}
