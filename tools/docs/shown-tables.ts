import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the contract's pages are. */
export const pagesDirectory = fileURLToPath(new URL('../../docs/contract', import.meta.url))

/** The tables that the contract's pages ask for, as their markers name them: `body startCheckout`. */
export function shownTables(): Set<string> {
  const texts = globSync('*.md', { cwd: pagesDirectory }).map(name => readFileSync(join(pagesDirectory, name), 'utf8'))
  return new Set(
    [...texts.join('\n').matchAll(/<!-- generated: (.+?)(?: - \w+)? -->/g)].map(([, marker = '']) => marker),
  )
}
