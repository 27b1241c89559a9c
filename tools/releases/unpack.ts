import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { z } from 'zod'
import { projectDirectory } from '../command.ts'

/** Unpacks a commit into a separate folder, which is removed when this process exits, with the packages of this working tree. */
export function unpackCommit(commit: string): string {
  const folder = temporaryServerHome()
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', `--output=${archive}`, commit], { cwd: projectDirectory })
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`])
  linkModules(folder)
  return folder
}

/** Builds the uncommitted files that a release needs, such as the pages of its gateway. */
export function buildPages(folder: string): void {
  const builder = join(folder, 'tools/build-pages.ts')
  if (existsSync(builder)) execFileSync(process.execPath, [builder], { stdio: 'pipe' })
}

/** Packages come from this working tree where it has them, workspaces from the release. */
export function linkModules(folder: string): void {
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
  installMissing(folder)
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

/** Installs the packages that a release needs and that this working tree no longer has. */
function installMissing(folder: string): void {
  const isInstalled = (workspace: string, name: string) =>
    [workspace, ''].some(place => existsSync(join(folder, place, 'node_modules', name)))
  const missing = workspacesOf(folder).flatMap(workspace =>
    Object.entries(manifestOf(folder, workspace).dependencies).flatMap(([name, version]) =>
      isInstalled(workspace, name) ? [] : [`${name}@${version}`],
    ),
  )
  if (missing.length === 0) return
  const home = temporaryServerHome()
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', home, ...missing])
  for (const name of readdirSync(join(home, 'node_modules'))) {
    const target = join(folder, 'node_modules', name)
    if (!existsSync(target)) symlinkSync(join(home, 'node_modules', name), target)
  }
}
