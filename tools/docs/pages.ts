import { globSync } from 'node:fs'
import { blockFor } from './blocks.ts'
import { type Generated, generated, root } from './generated.ts'

const block = /<!-- generated: (.+) -->\n[\s\S]*?<!-- \/generated -->/g

/**
 * A page with every generated table as the declarations say it now.
 *
 * @param tableFor the table that a marker asks for
 * @throws {Error} when a marker asks for a table that does not exist
 */
export const renderPage = (page: string, tableFor: (marker: string) => string = blockFor): string =>
  page.replace(block, (_, marker: string) => `<!-- generated: ${marker} -->\n${tableFor(marker)}\n<!-- /generated -->`)

/** The contract's pages as they are and as they should be. */
export const pages = (): Generated[] =>
  globSync('docs/contract/*.md', { cwd: root }).map(path => generated(path, page => renderPage(page)))
