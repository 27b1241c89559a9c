import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blockFor } from './blocks.ts'

/** Where the contract's pages are. */
const pagesDirectory = fileURLToPath(new URL('../../docs/contract', import.meta.url))

const generated = /<!-- generated: (.+) -->\n[\s\S]*?<!-- \/generated -->/g

/**
 * A page with every generated table as the declarations say it now.
 *
 * @param tableFor the table that a marker asks for
 * @throws {Error} when a marker asks for a table that does not exist
 */
export const renderPage = (page: string, tableFor: (marker: string) => string = blockFor): string =>
  page.replace(
    generated,
    (_, marker: string) => `<!-- generated: ${marker} -->\n${tableFor(marker)}\n<!-- /generated -->`,
  )

/** The contract's pages as they are and as they should be. */
export function pages(): { file: string; current: string; rendered: string }[] {
  return readdirSync(pagesDirectory)
    .filter(name => name.endsWith('.md'))
    .map(name => {
      const file = join(pagesDirectory, name)
      const current = readFileSync(file, 'utf8')
      return { file, current, rendered: renderPage(current) }
    })
}
