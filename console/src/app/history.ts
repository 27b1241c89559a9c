import type { TFunction } from 'i18next'
import type { Schemas } from './client.ts'

type Entry = Schemas['StatusHistoryEntry']

/** Who changed a state, as people read it. */
export function actorText(t: TFunction<'texts'>, { type, name, id }: Entry['actor']): string {
  if (type === 'admin') return name ?? id ?? t('actors.admin')
  return t(`actors.${type}`)
}

/** Whether the entry of this time tells of a refund that staff opened; its text is their reason. */
export const isGoodwill = (at: string, refunds: Schemas['AdminOrder']['refunds']): boolean =>
  refunds.some(({ cause, createdAt }) => cause === 'goodwill' && createdAt === at)
