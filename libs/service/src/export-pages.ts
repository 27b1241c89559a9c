import { parseJson } from '@campstore/core/parse-json'
import { type ExportPage, runExport } from '@campstore/database/export-page'
import type { Context, Next } from 'koa'
import { z } from 'zod'

/** Header of a request for a page of an export: where the page before has ended, or `first`. */
export const exportAfterHeader = 'x-export-after'

/** Header of its response: where the page ends, or `last`. A list that only has numbers of pages does not send it. */
export const exportNextHeader = 'x-export-next'

const place = z.tuple([z.string(), z.string()])

/** Reads the lists of an export for the admin service page after page; only internal routes have such pages. */
export async function answerExportPages(ctx: Context, next: Next): Promise<void> {
  const after = ctx.get(exportAfterHeader)
  if (after === '' || !ctx.path.startsWith('/internal/')) return next()
  const page: ExportPage = { after: readPlace(after) }
  await runExport(page, next)
  if (page.next !== undefined) ctx.set(exportNextHeader, writePlace(page.next))
}

/** A place in a header; undefined where there is none. */
export const readPlace = (header: string): ExportPage['after'] =>
  place.safeParse(parseJson(Buffer.from(header, 'base64url'))).data

/** What {@link readPlace} reads. */
export const writePlace = (end: readonly [string, string] | null): string =>
  end === null ? 'last' : Buffer.from(JSON.stringify(end)).toString('base64url')
