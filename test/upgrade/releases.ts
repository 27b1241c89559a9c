import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { projectDirectory } from '../../tools/command.ts'
import { previousRelease } from '../../tools/releases/previous.ts'
import { buildPages, linkModules, unpackCommit } from '../../tools/releases/unpack.ts'

const sources = 'console gateway services libs tools package.json tsconfig.base.json tsconfig.json'

/** The root folder of the version that was released before, unpacked; undefined where there is none. */
export function unpackPrevious(): string | undefined {
  const previous = previousRelease()
  if (previous === undefined) return undefined
  const folder = unpackCommit(previous.commit)
  buildPages(folder)
  return folder
}

/** This working tree as a release in its own folder, with example migrations of every kind if wanted. */
export function nextRelease({ addsMigrations = false } = {}): string {
  const folder = temporaryServerHome()
  // tar keeps the files' times: built pages must stay newer than their sources, or `npm start` builds them again.
  const copy = `tar -cf - --exclude=node_modules --exclude=dist ${sources} | tar -xf - -C ${folder}`
  execFileSync('bash', ['-c', copy], { cwd: projectDirectory })
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
    appendFileSync(join(folder, 'functions', 'take_holds.sql'), '\n-- of the next release\n')
  }
}
