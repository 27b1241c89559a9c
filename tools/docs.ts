import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseCommandLine, runCommand } from './command.ts'
import { builtFiles, openApiFile } from './docs/built.ts'
import { checksumFiles } from './docs/checksums.ts'
import { clientTypes } from './docs/client-types.ts'
import { commandsPage } from './docs/commands.ts'
import { configurationFiles } from './docs/configuration/files.ts'
import { pages } from './docs/pages.ts'
import { prometheusRule } from './docs/prometheus-rule.ts'

/** Writes stale pages and documents and returns a report. */
async function main(args: string[]): Promise<string> {
  parseCommandLine('docs', args, {})
  const all = [
    ...pages(),
    openApiFile(),
    ...builtFiles(),
    await clientTypes(),
    ...configurationFiles(),
    ...checksumFiles(),
    commandsPage(),
    prometheusRule(),
  ]
  const stale = all.filter(({ current, rendered }) => current !== rendered)
  for (const { file, rendered } of stale) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, rendered)
  }
  const names = stale.map(({ file }) => basename(file)).join(', ')
  return stale.length === 0 ? 'All tables and documents are up to date.' : `Updated ${names}.`
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
