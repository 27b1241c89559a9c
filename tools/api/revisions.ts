import type { BreakingChange } from './breaking-changes.ts'

type Tagged = { tags: { 'x-area'?: string; 'x-revision'?: string }[] }

/** The revision of each area, by the tags of a document. */
export const revisionsOf = ({ tags }: Tagged): Map<string, string> =>
  new Map(tags.flatMap(tag => (tag['x-area'] && tag['x-revision'] ? [[tag['x-area'], tag['x-revision']]] : [])))

/** The changes in areas whose revision is not raised. */
export function unannounced(changes: readonly BreakingChange[], before: Tagged, after: Tagged): BreakingChange[] {
  const [known, now] = [revisionsOf(before), revisionsOf(after)]
  return changes.filter(({ area }) => !isRaised(known.get(area), now.get(area)))
}

/** Whether a revision (`0.9`) is higher than another one; its parts are whole numbers. */
function isRaised(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false
  const [old, present] = [before, after].map(revision => revision.split('.').map(Number))
  const length = Math.max(old?.length ?? 0, present?.length ?? 0)
  for (let index = 0; index < length; index += 1) {
    const difference = (present?.[index] ?? 0) - (old?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
