// The way in on a machine with nothing but Node 20 or newer and npm: plain JavaScript, no packages.
// It installs the packages that a command of commands.json needs, then runs it with the project's own Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const binaries = join(modules, '.bin')
const lock = join(root, 'package-lock.json')
/** npm's own record, written at the end of an installation. */
const npmRecord = join(modules, '.package-lock.json')
/** Names the lock file that the packages are of, or `by <pid>` while they are installed. */
const stamp = join(modules, '.campstore-installed')
const commands = JSON.parse(readFileSync(join(root, 'tools', 'commands.json'), 'utf8'))

/** The running children. A terminal's signals reach them directly; others are forwarded to them. */
const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  const list = Object.values(commands).map(({ usage }) => `  ${usage}\n`)
  process.stderr.write(`Unknown command "${name}". The commands:\n${list.join('')}`)
  process.exit(64)
}
const { file, programs, development = false, servers = false, usage, description } = commands[name]
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`usage: ${usage}\n\n${description.join('\n')}\n`)
  process.exit(0)
}
while (isBeingInstalled()) await setTimeout(500)
if (!isInstalled()) await install()
const environment = {
  // Node keeps what it compiled for the next process: a service starts with half of the processor time.
  NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
}
process.exit(await runCommand())

async function runCommand() {
  const options = { stdio: 'inherit', env: environment }
  if (file !== undefined) return run(join(binaries, 'node'), [join(root, file), ...args], options)
  for (const program of programs) {
    const [binary, ...own] = program.split(' ')
    const code = await run(join(binaries, binary), [...own, ...args], options)
    if (code !== 0) return code
  }
  return 0
}

/** Whether another command installs packages, which takes less than an hour. */
function isBeingInstalled() {
  const [, installer] = /^by (\d+)$/.exec(stamped()) ?? []
  if (installer === undefined || Date.now() - statSync(stamp).mtimeMs > 3_600_000) return false
  try {
    return process.kill(Number(installer), 0)
  } catch {
    return false
  }
}

/** Whether the packages that the command needs are those of the lock file. */
function isInstalled() {
  if (!existsSync(npmRecord) || !existsSync(join(binaries, 'node'))) return false
  if (development && !hasDevelopment()) return false
  const expected = lockHash()
  if (stamped() !== '') return stamped() === expected
  return statSync(npmRecord).mtimeMs >= statSync(lock).mtimeMs - 10_000 && mark(expected)
}

/** Whether the packages of development are installed. */
function hasDevelopment() {
  return existsSync(join(modules, 'vitest'))
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex')
}

function stamped() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
}

function mark(hash) {
  try {
    writeFileSync(stamp, hash)
  } catch {
    // The installation belongs to another user. It works without the mark.
  }
  return true
}

async function install() {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const { isTTY } = process.stderr
  const print = text => process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  const what = development ? 'packages for development' : 'packages'
  print(`Installing ${what} (the first time takes ${development ? 'a minute or two' : 'up to a minute'})`)
  const ticking = setInterval(() => print(`Installing ${what} … ${seconds()}`), isTTY ? 1_000 : 15_000)
  const [outcome] = await Promise.all([npmInstall(), installServers()])
  clearInterval(ticking)
  if (outcome.code !== 0) {
    process.stderr.write(`\n${outcome.output}\nPackages could not be installed. npm's output is above.\n`)
    process.exit(outcome.code)
  }
  mark(lockHash())
  print(`Packages installed in ${seconds()}${isTTY ? '\n' : ''}`)
}

/**
 * Installs what differs from the lock file, so that a system goes on that runs from these packages. What is there stays: `npm start`
 * removes no packages of development. What an interrupted installation has left is removed first, because npm takes a package with
 * some of its files for a whole one. `npm ci` would reject a lock file without the optional packages of other platforms, which npm
 * writes when a registry lacks them.
 */
async function npmInstall() {
  const types = development || hasDevelopment() ? '--include=dev' : '--omit=dev'
  if (!existsSync(npmRecord) || stamped().startsWith('by ')) removePackages()
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, `by ${process.pid}`)
  return npm('install', '--no-save', types)
}

/**
 * Installs RabbitMQ and Redis from Debian packages while npm installs, where the command would install them by itself: as root, and
 * with neither a Docker engine nor settings that may name other servers. A failure is told when the servers start.
 */
async function installServers() {
  const isMissing = name => !['/usr/sbin', '/usr/bin'].some(folder => existsSync(join(folder, name)))
  const missing = ['rabbitmq-server', 'redis-server'].filter(isMissing)
  if (!servers || missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (['/var/run/docker.sock', join(root, '.env')].some(existsSync) || process.env.RABBITMQ_URL) return
  await run('sh', [join(root, 'libs/local-servers/install-packages.sh'), ...missing], { stdio: 'ignore' })
}

/** Removes the packages of the root and of the workspaces. */
function removePackages() {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  for (const path of Object.keys(packages).filter(path => !path.includes('node_modules')))
    rmSync(join(root, path, 'node_modules'), { recursive: true, force: true })
}

async function npm(...subcommand) {
  const output = []
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32', output }
  const code = await run(
    'npm',
    [...subcommand, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    options,
  )
  return { code, output: Buffer.concat(output).toString() }
}

/** Runs a program until it exits. Returns the exit code as a shell does. */
function run(program, args, { output, ...options }) {
  return new Promise(resolve => {
    const child = spawn(program, args, options)
    children.add(child)
    child.stdout?.on('data', chunk => output.push(chunk))
    child.stderr?.on('data', chunk => output.push(chunk))
    child.on('error', error => {
      process.stderr.write(`Cannot run ${program}: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve(signal === null ? code : 128 + (constants.signals[signal] ?? 0))
    })
  })
}
