import { t } from 'i18next'
import { closeProblems, notifyProblem, Refusals } from '../design/Toasts.tsx'
import { type Action, useAction } from './actions.ts'
import type { CampstoreError, Changes, Schemas } from './client.ts'

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
  /** Tries the refused records again. */
  retry?(ids: readonly string[]): void
  /** The name of a record; by default its id. */
  nameOf?(id: string): string
}
type BulkAction = Omit<BulkEnds, 'retry'> & { run(changes: Changes, input: { ids: string[] }): Promise<Outcome[]> }

/** A bulk action, in as many requests as it needs. */
export function useBulkAction({ run, ...ends }: BulkAction): Action<readonly string[]> {
  const action: Action<readonly string[]> = useAction({
    async run(changes, ids: readonly string[]) {
      const results: Outcome[] = []
      for (let first = 0; first < ids.length; first += most)
        results.push(...(await run(changes, { ids: ids.slice(first, first + most) })))
      return results
    },
    ...useBulkEnds({ ...ends, retry: ids => action.mutate(ids) }),
  })
  return action
}

/** How a bulk action ends: each record succeeds or is refused by itself, and one note has the numbers and the reasons. */
export function useBulkEnds({ done, failed, onDone, retry, nameOf = id => id }: BulkEnds) {
  return {
    done: (results: readonly Outcome[]) => (results.every(isDone) ? done(results.length) : undefined),
    failed,
    onDone(results: readonly Outcome[]) {
      const refused = results.filter(result => !isDone(result))
      const count = results.length - refused.length
      const again = () => {
        closeProblems(failed)
        retry?.(refused.map(({ id }) => id))
      }
      if (refused.length > 0)
        notifyProblem(
          count > 0 ? t('bulk.some', { done: done(count), count: refused.length }) : failed,
          { list: <Refusals refused={refused.map(one => ({ ...one, id: nameOf(one.id) }))} retry={retry && again} /> },
          failed,
        )
      onDone?.(results)
    },
  }
}

const isDone = ({ outcome }: Outcome): boolean => outcome === 'done'

/** The selection after a bulk action: refused records stay selected. */
export function withoutDone(selected: ReadonlySet<string>, results: readonly Outcome[]): ReadonlySet<string> {
  const done = results.filter(isDone).map(({ id }) => id)
  return new Set([...selected].filter(id => !done.includes(id)))
}
