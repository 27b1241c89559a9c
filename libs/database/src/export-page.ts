import { AsyncLocalStorage } from 'node:async_hooks'

/** Rows of a page of an export: more than a list shows, because no person waits for the first of them. */
export const exportPageSize = 500

/** One page of a list that is exported: it begins where the page before has ended, instead of at a number. */
export type ExportPage = {
  /** Where the page before has ended, or `first`. */
  after: string
  /** Where this page ends, or `last`; undefined for a list that has numbers of pages only. */
  next?: string
}

/** The page of an export that a request reads; there is none for every other list. */
export const exportedPage = new AsyncLocalStorage<ExportPage>()
