import { AsyncLocalStorage } from 'node:async_hooks'

/** Rows of a page of an export: more than a list shows, because nobody waits for the first of them. */
export const exportPageSize = 500

/** One page of a list that is exported, by the place where the page before has ended instead of its number. */
export type ExportPage = {
  /** Sort field and id of the last row before, as PostgreSQL writes them; undefined for the first page. */
  after: readonly [string, string] | undefined
  /** The same of this page, once it is read; null where it is the last one, undefined for a list that has numbers only. */
  next?: readonly [string, string] | null
}

const current = new AsyncLocalStorage<ExportPage>()

/** Runs the work of a request that reads one page of an export. */
export const runExport = <Result>(page: ExportPage, work: () => Promise<Result>): Promise<Result> =>
  current.run(page, work)

/** The page of an export that is being read; undefined for every other list. */
export const currentExport = (): ExportPage | undefined => current.getStore()
