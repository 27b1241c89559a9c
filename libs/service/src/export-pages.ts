import { type ExportPage, exportedPage } from '@campstore/database/export-page'
import type { Context, Next } from 'koa'

/** Header of a request for a page of an export: where the page before has ended, or `first`. */
export const exportAfterHeader = 'x-export-after'

/** Header of its response: where the page ends, or `last`. A list that has numbers of pages only does not send it. */
export const exportNextHeader = 'x-export-next'

/** Reads the lists of an export for the admin service page after page; only internal routes have such pages. */
export function answerExportPages(ctx: Context, next: Next): Promise<void> {
  const after = ctx.get(exportAfterHeader)
  return after === '' || !ctx.path.startsWith('/internal/') ? next() : answerPage(ctx, next, after)
}

async function answerPage(ctx: Context, next: Next, after: string): Promise<void> {
  const page: ExportPage = { after }
  await exportedPage.run(page, next)
  if (page.next !== undefined) ctx.set(exportNextHeader, page.next)
}
