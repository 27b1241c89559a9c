import { useTranslation } from 'react-i18next'
import { notifyProblem } from '../design/Toasts.tsx'
import { useAction } from './actions.ts'
import { CampstoreError, type Changes, type Schemas } from './client.ts'

/** How many records one request may change (docs/contract/admin.md#bulk-actions). */
const most = 50

/** Outcome for one record. */
export type Outcome = Pick<Schemas['BulkResult'], 'id' | 'outcome' | 'message'> & {
  code: CampstoreError['code'] | null
}

type BulkEnds = {
  /** The note of success, with the number of records. */
  done(count: number): string
  failed: string
  onDone?(results: readonly Outcome[]): void
}
type BulkAction = BulkEnds & { run(changes: Changes, input: { ids: string[] }): Promise<Outcome[]> }

/** A bulk action, in as many requests as it needs. */
export const useBulkAction = ({ run, ...ends }: BulkAction) =>
  useAction({
    async run(changes, ids: readonly string[]) {
      const results: Outcome[] = []
      for (let first = 0; first < ids.length; first += most)
        results.push(...(await run(changes, { ids: ids.slice(first, first + most) })))
      return results
    },
    ...useBulkEnds(ends),
  })

/** How a bulk action ends: each record succeeds or is refused by itself, and a note shows the refusals with their reasons. */
export function useBulkEnds({ done, failed, onDone }: BulkEnds) {
  const { t } = useTranslation()
  return {
    done(results: readonly Outcome[]) {
      const count = results.filter(({ outcome }) => outcome === 'done').length
      return count > 0 ? done(count) : undefined
    },
    failed,
    onDone(results: readonly Outcome[]) {
      const refused = results.filter(({ outcome }) => outcome === 'refused')
      if (refused.length > 0)
        notifyProblem(t('bulk.refused', { count: refused.length }), { error: asError(refused) }, failed)
      onDone?.(results)
    },
  }
}

/** The refusals as one error, shown like any other error. */
function asError(refused: readonly Outcome[]): CampstoreError {
  const [first] = refused
  const details = refused.map(({ id, message }) => ({ path: id, message: message ?? '' }))
  return new CampstoreError('', { operation: 'bulk', code: first?.code ?? 'CONFLICT', details })
}
