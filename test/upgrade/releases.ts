import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { landedCommits } from '../../tools/api/landed-commit.ts'
import { buildPages, linkModules, missingDependencies, unpackCommit } from '../../tools/api/landed-release.ts'
import { projectDirectory } from '../../tools/command.ts'

const sources = ['gateway', 'services', 'libs', 'tools'] as const

/** The last landed commit as a release: its root folder, or why there is none. */
export function previousRelease(): { folder: string } | { missing: string } {
  const [commit] = landedCommits()
  if (commit === undefined) return { missing: 'there is no earlier commit: a new or shallow clone, or no git' }
  const folder = unpackCommit(commit)
  const lacking = missingDependencies(folder)
  if (lacking.length > 0)
    return { missing: `packages of commit ${commit.slice(0, 12)} are not installed any more: ${lacking.join(', ')}` }
  buildPages(folder)
  return { folder }
}

/**
 * This working tree as a release, in a folder of its own where files can be added.
 *
 * @param options.addsMigrations adds example migrations of every kind that a release may bring
 */
export function nextRelease({ addsMigrations = false } = {}): string {
  const folder = temporaryServerHome()
  const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const name of sources)
    cpSync(join(projectDirectory, name), join(folder, name), { recursive: true, filter: isSource })
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.json'])
    cpSync(join(projectDirectory, file), join(folder, file))
  linkModules(folder)
  if (addsMigrations) addMigrations(folder)
  return folder
}

/** What every release may do to the database while the one before runs: add, and replace functions. */
function addMigrations(release: string): void {
  for (const [service, table] of [
    ['booking', 'booking.booking'],
    ['checkout', 'checkout.store_order'],
  ] as const) {
    const folder = join(release, 'services', service, 'src', 'persistence')
    const add = (name: string, sql: string) => writeFileSync(join(folder, 'migrations', name), sql)
    add('9998-example.sql', `alter table ${table} add column example text not null default 'none';`)
    add(
      '9999-example-index.sql',
      `-- outside of a transaction\ncreate index concurrently if not exists ${service}_example on ${table} (example);`,
    )
    appendFileSync(join(folder, 'functions', 'take_hold.sql'), '\n-- of the next release\n')
  }
}
