import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blockFor } from './blocks.ts'
import { type Generated, generated } from './generated.ts'

/** Where the contract's pages are. */
const pagesDirectory = fileURLToPath(new URL('../../docs/contract', import.meta.url))

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
  readdirSync(pagesDirectory)
    .filter(name => name.endsWith('.md'))
    .map(name => join(pagesDirectory, name))
    .map(file => generated(file, renderPage(readFileSync(file, 'utf8'))))
