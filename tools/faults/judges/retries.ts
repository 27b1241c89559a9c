import { type Evidence, groupedBy, type Violation } from './violation.ts'

const rule = 'requests with one idempotency key are one checkout with one answer'

/** Requests of a member with the same key: one booking or order, one answer, and no second payload that succeeds. */
export function judgeRetries({ history, stored }: Evidence): Violation[] {
  const checkouts = history.requests.filter(({ action, key }) => action === 'checkout' && key !== undefined)
  const byKey = groupedBy(checkouts, ({ actor, kind, key }) => `${kind} ${actor} ${key}`)
  const storedIds = groupedBy(stored.keys, ({ kind, customerId, key }) => `${kind} ${customerId} ${key}`)
  return [...byKey].flatMap(([key, requests]) => {
    const successes = requests.filter(({ status }) => status === 200)
    const ids = [...new Set(successes.map(({ subject }) => subject ?? 'none'))]
    const inDatabase = storedIds.get(key)?.map(({ id }) => id) ?? []
    const violations: string[] = []
    if (ids.length > 1) violations.push(`one key, several checkouts: ${ids.join(', ')}`)
    if (new Set(successes.map(({ text }) => text)).size > 1) violations.push('one key, different answers')
    if (new Set(successes.map(({ payload }) => payload)).size > 1)
      violations.push('one key succeeded with two payloads')
    if (ids.length > 0 && inDatabase.join() !== ids.join())
      violations.push(`the answer named ${ids.join(', ')}, the stored key names ${inDatabase.join(', ') || 'nothing'}`)
    const payloads = new Set(requests.map(({ payload }) => payload))
    if (payloads.size === 1 && requests.some(({ code }) => code === 'IDEMPOTENCY_CONFLICT'))
      violations.push('the same payload was refused as another one')
    return violations.map(found => ({ rule, subject: ids[0], found }))
  })
}
