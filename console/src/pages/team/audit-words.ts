import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import type { BadgeTone } from '../../design/Badge.tsx'

export const outcomeTones: Record<Schemas['AuditOutcome'], BadgeTone> = {
  started: 'neutral',
  succeeded: 'positive',
  refused: 'notice',
  failed: 'danger',
  unknown: 'danger',
}

/** What an entry's action is called; its own name where it is a new one. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation()
  return action => t(`team.actions.${action}`, { defaultValue: action })
}
