import { type Action, type History, type HoldRecord, type RequestRecord, recordingActions, textOf } from '../history.ts'
import { clockTime, holdsById, type Violation } from './violation.ts'

/** What a successful response of each write means for the database at the end. */
const results: Partial<Record<Action, (hold: HoldRecord) => boolean>> = {
  checkout: () => true,
  cancel: ({ status }) => status === 'cancelled',
  'cancel-stay': ({ status }) => status === 'cancelled',
  'staff-cancel': ({ status }) => status === 'cancelled',
  attendance: ({ transitions }) => transitions.some(({ reason }) => reason === 'arrived' || reason === 'no-show'),
  goodwill: ({ transitions }) => transitions.some(({ reason }) => reason?.startsWith('goodwill')),
  // Its member may cancel it then.
  confirm: ({ transitions }) => transitions.some(({ to }) => to === 'confirmed'),
  ship: ({ status }) => status === 'shipped' || status === 'completed' || status === 'returned',
  complete: ({ status }) => status === 'completed' || status === 'returned',
  return: ({ status }) => status === 'returned',
  'confirm-cod': ({ codConfirmed }) => codConfirmed,
}

const rule = 'responses agree with the database'

/** What is compared of a response. */
export type Answer = Pick<RequestRecord, 'action' | 'status' | 'subject' | 'respondedAt'>

/** No write with a successful response is lost. */
export function checkWrites(history: { requests: readonly Answer[]; storedHolds: readonly HoldRecord[] }): Violation[] {
  const holds = holdsById(history)
  return history.requests.flatMap(({ action, status, subject, respondedAt }) => {
    const isDone = results[action]
    if (status !== 200 || subject === undefined || isDone === undefined) return []
    const hold = holds.get(subject)
    if (hold && isDone(hold)) return []
    const message = `${action} succeeded at ${clockTime(respondedAt)}, and it is stored as ${hold?.status ?? 'nothing'}`
    return [{ rule, subject, message }]
  })
}

/**
 * What staff record has one effect: the text of a request that succeeded is stored, and none is stored twice. Two changes of a stay to
 * the same content are one, which has the text of the first, and so are two withdrawals of a refund.
 */
export function checkRecords({ requests, storedTexts }: Pick<History, 'requests' | 'storedTexts'>): Violation[] {
  const stored = Map.groupBy(storedTexts, text => text)
  const recording = requests.filter(({ action }) => recordingActions.some(one => one === action))
  const sameText = Map.groupBy(recording, ({ action, key = '' }) => textOf(action, key))
  return [...sameText].flatMap(([text, same]) => {
    const count = stored.get(text)?.length ?? 0
    const isRecorded = same.some(
      ({ action, status }) => status === 200 && action !== 'change-stay' && action !== 'withdraw',
    )
    if (count === 1 || (count === 0 && !isRecorded)) return []
    return [{ rule, subject: same[0]?.subject, message: `"${text}" is stored ${count} times` }]
  })
}
