import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canInstall } from './installed-programs.ts'

const run = (program: string, args: readonly string[]) => promisify(execFile)(program, args, { timeout: 300_000 })

/**
 * Unpacks a package of a newer Debian release, with all libraries that it needs, into a folder. Its programs run with these
 * libraries, so nothing of the machine's own release is changed or used. Only as root on Debian, like every installation.
 *
 * @param options.programs paths in the package of the programs to run, such as `usr/lib/postgresql/18/bin/pg_dump`
 * @param options.folder where it is kept: unpacked once
 * @returns the folder with a script for each program; undefined where it cannot be had
 */
export async function unpackPackage(options: {
  release: string
  name: string
  programs: readonly string[]
  folder: string
}): Promise<string | undefined> {
  const { folder } = options
  if (existsSync(folder)) return join(folder, 'bin')
  if (!canInstall()) return undefined
  const unfinished = `${folder}.${process.pid}`
  try {
    await download(options, unfinished)
    writeScripts(options, unfinished)
    renameSync(unfinished, folder)
  } catch {
    // It cannot be had, or another process has unpacked it meanwhile.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return existsSync(folder) ? join(folder, 'bin') : undefined
}

/** Downloads with apt, which knows the machine's mirror and keys and what the package needs, and unpacks. */
async function download({ release, name }: { release: string; name: string }, target: string): Promise<void> {
  const apt = join(target, 'apt')
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(apt, folder), { recursive: true })
  writeFileSync(join(apt, 'sources.list'), `deb ${await mirror()} ${release} main\n`)
  const settings = [
    `Dir::Etc::sourcelist=${join(apt, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(apt, 'lists')}`,
    'Dir::State::status=/dev/null', // as if nothing was installed: with all libraries
    `Dir::Cache=${apt}`,
    'APT::Sandbox::User=root',
    'Debug::NoLocking=true', // everything is in this folder, and another installation may run
  ].flatMap(setting => ['-o', setting])
  await run('apt-get', [...settings, 'update'])
  await run('apt-get', [...settings, 'install', '--download-only', '--yes', '--no-install-recommends', name])
  const archives = readdirSync(join(apt, 'archives')).filter(file => file.endsWith('.deb'))
  for (const archive of archives)
    await run('dpkg-deb', ['--extract', join(apt, 'archives', archive), join(target, 'root')])
  rmSync(apt, { recursive: true })
}

/** The address of Debian's archive that this machine uses. */
async function mirror(): Promise<string> {
  const filters = ['Origin: Debian', 'Label: Debian', 'Component: main', 'Created-By: Packages']
  const targets = async () => (await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters])).stdout
  const known = (await targets()) || (await run('apt-get', ['update']).then(targets))
  const [first = ''] = known.trim().split('\n')
  return first
}

/** Programs are started by the C library's own loader, which takes the folder of the libraries. */
function writeScripts({ programs, folder }: { programs: readonly string[]; folder: string }, unfinished: string): void {
  const libraries = join(unfinished, 'root', 'usr', 'lib')
  const loader = readdirSync(libraries, { recursive: true, encoding: 'utf8' }).find(file =>
    /^[^/]+-linux-gnu[^/]*\/ld-linux-[^/]+$/.test(file),
  )
  if (loader === undefined) throw new Error('The package has no loader')
  const inside = join(folder, 'root', 'usr', 'lib')
  mkdirSync(join(unfinished, 'bin'))
  for (const program of programs) {
    const command = [
      join(inside, loader),
      '--library-path',
      join(inside, dirname(loader)),
      join(folder, 'root', program),
    ]
    const script = `#!/bin/sh\nexec ${command.map(part => `'${part}'`).join(' ')} "$@"\n`
    writeFileSync(join(unfinished, 'bin', program.split('/').at(-1) ?? ''), script, { mode: 0o755 })
  }
}
