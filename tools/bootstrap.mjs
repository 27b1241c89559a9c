// The way in on a machine with nothing but Node 20 or newer and npm: plain JavaScript, no packages.
// It installs the packages that a command of commands.json needs, then runs it with the project's own Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
/** Names the lock file that the packages are of, or is `incomplete` until they are installed. */
const stamp = join(modules, '.campstore-installed')
/** The same for the packages of the console where those for development are not installed. */
const consoleStamp = join(modules, '.campstore-console-installed')
/** Names the processes that install packages, while they do. */
const installation = join(root, '.local', 'installation')
const commands = JSON.parse(readFileSync(join(root, 'tools', 'commands.json'), 'utf8'))

const { isTTY } = process.stderr

/** What to do where npm has no network. */
const ways =
  'check the network and its proxy (npm config set https-proxy …), or name a registry that can be reached (npm config set registry …), then start again.'

/** Flags of npm, by what it can reach. */
const network = []

/** The running children. A terminal's signals reach them directly; others are forwarded to them. */
const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    if (children.size === 0) process.exit(128 + constants.signals[signal])
  })

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  const list = Object.values(commands).map(({ usage }) => `  ${usage}\n`)
  process.stderr.write(`Unknown command "${name}". The commands:\n${list.join('')}`)
  process.exit(64)
}
const { file, programs, development = false, servers = false, usage, description } = commands[name]
/** Whether the command builds the console, whose packages a running system does not need. */
const buildsConsole = commands[name].console ?? false
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`usage: ${usage}\n\n${description.join('\n')}\n`)
  process.exit(0)
}
if (!isInstalled()) {
  await waitForOtherInstallation()
  if (!isInstalled()) await install()
  rmSync(installation, { force: true })
}
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

/** Makes this process the only one that installs packages in this folder. */
async function waitForOtherInstallation() {
  const own = `${installation}-${process.pid}`
  try {
    mkdirSync(dirname(installation), { recursive: true })
    writeFileSync(own, identityOf(process.pid))
  } catch (error) {
    process.stderr.write(`Packages have to be installed, but this folder cannot be written to: ${error.message}\n`)
    process.exit(1)
  }
  for (let told = false; !linked(own); await setTimeout(500)) {
    const others = existsSync(installation) ? readFileSync(installation, 'utf8').trim().split('\n') : []
    if (!others.some(isRunning)) rmSync(installation, { force: true })
    else if (!told) process.stderr.write(`Waiting for another command that installs packages here (pid ${others[0]})\n`)
    told = true
  }
  rmSync(own)
}

/** Whether the file became the one that names who installs. */
function linked(file) {
  try {
    linkSync(file, installation)
    return true
  } catch {
    return false
  }
}

/** A line with the pid of a process, and when it started, where that can be known: pids are used again. */
function identityOf(pid) {
  return `${pid} ${startedAt(pid)}\n`
}

function startedAt(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19]
  } catch {
    return ''
  }
}

function isRunning(line) {
  const [pid, start] = line.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startedAt(pid) === start
}

/** Whether the packages that the command needs are those of the lock file. */
function isInstalled() {
  if (!existsSync(npmRecord) || !existsSync(join(binaries, 'node'))) return false
  if (development && !hasDevelopment()) return false
  if (buildsConsole && !hasConsole()) return false
  const expected = lockHash()
  if (stamped() !== '') return stamped() === expected
  return statSync(npmRecord).mtimeMs >= statSync(lock).mtimeMs - 10_000 && mark(expected)
}

/** Whether the packages of development are installed. */
function hasDevelopment() {
  return existsSync(join(modules, 'vitest'))
}

/** Whether the packages of the console are installed; those for development include them. */
function hasConsole() {
  return hasDevelopment() ? existsSync(join(modules, 'react-dom')) : textOf(consoleStamp) === lockHash()
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex')
}

function stamped() {
  return textOf(stamp)
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
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
  const print = text => process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  const what = development ? 'packages for development' : 'packages'
  print(`Installing ${what} (the first time takes ${development ? 'a minute or two' : 'up to a minute'})`)
  const ticking = setInterval(() => print(`Installing ${what} … ${seconds()}`), isTTY ? 1_000 : 15_000)
  // Without a registry, npm takes what it has kept, or fails at once.
  if (!(await reachesRegistry(print))) network.push('--offline')
  const [outcome] = await Promise.all([installPackages(), installServers(print)])
  clearInterval(ticking)
  if (outcome.code !== 0) {
    rmSync(installation, { force: true })
    process.stderr.write(`\n${outcome.output}\nPackages could not be installed. npm's output is above.\n`)
    process.exit(outcome.code)
  }
  mark(lockHash())
  print(`Packages installed in ${seconds()}${isTTY ? '\n' : ''}`)
}

/** Whether npm reaches its registry. It says nothing while it tries again, for minutes: so one small request finds out early. */
async function reachesRegistry(print) {
  const { code, output } = await npm(
    'view',
    'empty-npm-package',
    'version',
    '--fetch-retries=1',
    '--fetch-timeout=15000',
  )
  const [reason = ''] = output.split('\n').filter(line => line.includes('error'))
  if (code !== 0)
    print(`npm cannot reach its registry (${reason.replace(/^npm error /, '')}): ${ways}${isTTY ? '\n' : ''}`)
  return code === 0
}

async function installPackages() {
  const outcome = stamped() === lockHash() && (!development || hasDevelopment()) ? { code: 0 } : await npmInstall()
  return outcome.code === 0 && buildsConsole && !hasDevelopment() ? installConsole() : outcome
}

/**
 * Installs what differs from the lock file, so that a system goes on that runs from these packages. What is there stays: `npm start`
 * removes no packages of development. What an interrupted installation has left is removed first, because npm takes a package with
 * some of its files for a whole one. `npm ci` would reject a lock file without the optional packages of other platforms, which npm
 * writes when a registry lacks them.
 */
async function npmInstall() {
  const types = development || hasDevelopment() ? '--include=dev' : '--omit=dev'
  if (!existsSync(npmRecord) || !/^[0-9a-f]{64}$|^$/.test(stamped())) removePackages()
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, 'incomplete')
  return npm('install', '--no-save', types, ...network)
}

/**
 * Adds the packages of the console to those of a running system, which may run from them. What an interrupted installation has left
 * of them is removed first: no other package for development is there.
 */
async function installConsole() {
  if (textOf(consoleStamp) === 'incomplete') {
    const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
    for (const [path, { dev }] of Object.entries(packages))
      if (dev && path.includes('node_modules/')) rmSync(join(root, path), { recursive: true, force: true })
  }
  writeFileSync(consoleStamp, 'incomplete')
  const outcome = await npm('install', '--no-save', '--include=dev', '--workspace', 'console', ...network)
  if (outcome.code === 0) writeFileSync(consoleStamp, lockHash())
  return outcome
}

/**
 * Installs RabbitMQ and Redis from Debian packages while npm installs, where the command would install them by itself: as root, and
 * with neither a Docker engine nor settings that may name other servers. A failure is told when the servers start.
 */
async function installServers(print) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/lib/rabbitmq/bin']
  const isMissing = name => !folders.some(folder => existsSync(join(folder, name)))
  const missing = ['rabbitmq-server', 'redis-server'].filter(isMissing)
  if (!servers || missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (['/var/run/docker.sock', join(root, '.env')].some(existsSync) || process.env.RABBITMQ_URL) return
  const others = 'set RABBITMQ_URL and REDIS_URL to use other servers'
  print(
    `Installing the Debian packages ${missing.join(' and ')} as well, by apt-get as root (${others})${isTTY ? '\n' : ''}`,
  )
  const output = []
  const options = { stdio: ['ignore', 'pipe', 'pipe'], output }
  const code = await run('sh', [join(root, 'libs/local-servers/install-packages.sh'), ...missing], options)
  if (code !== 0)
    print(`${Buffer.concat(output)}\napt-get could not install ${missing.join(' and ')}; its output is above.\n`)
}

/** Removes the packages of the root and of the workspaces. */
function removePackages() {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  for (const path of Object.keys(packages).filter(path => !path.includes('node_modules')))
    rmSync(join(root, path, 'node_modules'), { recursive: true, force: true })
}

/** Runs npm, whose pid is named while it installs: it goes on when this process is killed. */
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
    if (program === 'npm' && child.pid) appendFileSync(installation, identityOf(child.pid))
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
