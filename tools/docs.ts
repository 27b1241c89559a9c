import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pages } from './docs/pages.ts'

const usage = `npm run docs

Writes the generated tables in docs/contract from the declarations in libs/contract.
`

/** Writes the pages that are stale. */
function main(argument: string | undefined): void {
  if (argument !== undefined) {
    process.stdout.write(usage)
    process.exitCode = argument === '--help' ? 0 : 64
    return
  }
  const stale = pages().filter(({ current, rendered }) => current !== rendered)
  for (const { file, rendered } of stale) writeFileSync(file, rendered)
  const names = stale.map(({ file }) => basename(file)).join(', ')
  process.stdout.write(stale.length === 0 ? 'All tables are up to date.\n' : `Updated ${names}.\n`)
}

if (import.meta.main) main(process.argv[2])
