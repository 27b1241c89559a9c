import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { z } from 'zod'
import { landedCommits } from '../../tools/api/landed-commit.ts'
import { projectDirectory } from '../../tools/command.ts'

const sources = ['gateway', 'services', 'libs', 'tools'] as const

/** The last landed commit as a release: its root folder, or why there is none. */
export function previousRelease(): { folder: string } | { missing: string } {
  const [commit] = landedCommits()
  if (commit === undefined) return { missing: 'there is no earlier commit: a new or shallow clone, or no git' }
  const folder = temporaryServerHome()
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', `--output=${archive}`, commit], { cwd: projectDirectory })
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`])
  linkModules(folder)
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

/** Builds the pages of a release's gateway, which are not committed. Versions before that have them. */
function buildPages(folder: string): void {
  const builder = join(folder, 'tools/build-pages.ts')
  if (existsSync(builder)) execFileSync(process.execPath, [builder], { stdio: 'pipe' })
}

/** Packages are those of this working tree; the workspaces are the release's own. */
function linkModules(folder: string): void {
  const own = join(folder, 'node_modules')
  mkdirSync(join(own, '@campstore'), { recursive: true })
  for (const name of readdirSync(join(projectDirectory, 'node_modules'))) {
    if (name !== '@campstore') symlinkSync(join(projectDirectory, 'node_modules', name), join(own, name))
  }
  for (const workspace of workspacesOf(folder)) {
    const { name } = manifestOf(folder, workspace)
    symlinkSync(join(folder, workspace), join(own, name))
    linkVersions(folder, workspace)
  }
}

/** Links the versions that only this workspace has; code that has moved since took them to another workspace. */
function linkVersions(folder: string, workspace: string): void {
  const own = join(projectDirectory, workspace, 'node_modules')
  const inRelease = join(folder, workspace, 'node_modules')
  if (existsSync(own)) {
    symlinkSync(own, inRelease)
    return
  }
  for (const name of Object.keys(manifestOf(folder, workspace).dependencies)) {
    const [moved] = globSync(`{gateway,tools,services/*,libs/*}/node_modules/${name}`, { cwd: projectDirectory })
    if (moved === undefined) continue
    mkdirSync(dirname(join(inRelease, name)), { recursive: true })
    symlinkSync(join(projectDirectory, moved), join(inRelease, name))
  }
}

const workspacesOf = (folder: string): string[] =>
  globSync(['gateway', 'tools', 'services/*', 'libs/*'], { cwd: folder }).filter(path =>
    existsSync(join(folder, path, 'package.json')),
  )

const manifest = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) })
const manifestOf = (folder: string, workspace: string) =>
  manifest.parse(JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8')))

function missingDependencies(folder: string): string[] {
  const isInstalled = (workspace: string, name: string) =>
    [workspace, ''].some(place => existsSync(join(folder, place, 'node_modules', name)))
  return workspacesOf(folder).flatMap(workspace =>
    Object.keys(manifestOf(folder, workspace).dependencies).filter(name => !isInstalled(workspace, name)),
  )
}
