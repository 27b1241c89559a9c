import type { History } from '../history.ts'
import type { Violation } from './violation.ts'

/** How late a hold may end, also on a machine that is busy with other work. */
const latestMs = 5_000

/** How long after their deadlines the system ended holds, in milliseconds. */
export const latenessOf = ({ storedHolds }: Pick<History, 'storedHolds'>): { id: string; lateMs: number }[] =>
  storedHolds.flatMap(({ id, deadline, transitions }) => {
    const expiry = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system')
    return expiry === undefined ? [] : [{ id, lateMs: expiry.at - deadline }]
  })

/** Without a fault every hold ends soon after its deadline, and no process that lives is taken for dead. */
export function checkCalm(history: Pick<History, 'storedHolds' | 'requests'>): Violation[] {
  const late = latenessOf(history).filter(({ lateMs }) => lateMs > latestMs)
  return [
    ...late.map(({ id, lateMs }) => ({
      rule: 'a hold ends soon after its deadline',
      subject: id,
      message: `after ${lateMs} ms`,
    })),
    ...history.requests
      .filter(({ status }) => status === 503 || status === 504)
      .map(({ action, status, text }) => ({
        rule: 'no living process is taken for dead',
        message: `${action}: ${status} ${text}`,
      })),
  ]
}
