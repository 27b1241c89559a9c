import type { History } from '../history.ts'
import type { Violation } from './violation.ts'

/** How late a hold may end, also on a machine that is busy with other work. */
const latestMs = 5_000

/** Without a fault every hold ends soon after its deadline, and no process that lives is taken for dead. */
export function checkCalm({ storedHolds, requests }: Pick<History, 'storedHolds' | 'requests'>): Violation[] {
  const rule = 'a hold ends soon after its deadline'
  return [
    ...storedHolds.flatMap(({ id, deadline, transitions }) => {
      const { at = deadline } = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system') ?? {}
      return at - deadline > latestMs ? [{ rule, subject: id, message: `after ${at - deadline} ms` }] : []
    }),
    ...requests
      .filter(({ status }) => status === 503 || status === 504)
      .map(({ action, status, text }) => ({
        rule: 'no living process is taken for dead',
        message: `${action}: ${status} ${text}`,
      })),
  ]
}
