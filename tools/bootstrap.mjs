// The way in on a machine with nothing but Node 20 or newer and npm: plain JavaScript, no packages.
// It installs what is missing, then runs a command of commands.json with the project's own Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const binaries = join(root, 'node_modules', '.bin')
const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.campstore-installed')
const commands = JSON.parse(readFileSync(join(root, 'tools', 'commands.json'), 'utf8'))

/** The running child. A terminal's signals reach it directly; others are forwarded to it. */
let child
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true
    child?.kill(signal)
  })
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  const list = Object.values(commands).map(({ usage }) => `  ${usage}\n`)
  process.stderr.write(`Unknown command "${name}". The commands:\n${list.join('')}`)
  process.exit(64)
}
const { file, usage, description } = commands[name]
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`usage: ${usage}\n\n${description.join('\n')}\n`)
  process.exit(0)
}
if (!isInstalled()) await install()
const environment = {
  // Node keeps what it compiled for the next process: a service starts with half of the processor time.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
}
process.exit(await run(join(binaries, 'node'), [join(root, file), ...args], { stdio: 'inherit', env: environment }))

/** Whether node_modules matches the lock file. npm's own record counts too: it is written at the end of an installation. */
function isInstalled() {
  const own = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(own) || !existsSync(join(binaries, 'node'))) return false
  if (!existsSync(lock)) return true
  const expected = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return true
  if (existsSync(stamp) || statSync(own).mtimeMs < statSync(lock).mtimeMs - 10_000) return false
  return mark(expected)
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex')
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
  print('Installing packages (the first time takes a minute or two)')
  const ticking = setInterval(() => print(`Installing packages … ${seconds()}`), isTTY ? 1_000 : 15_000)
  const outcome = await npmInstall()
  clearInterval(ticking)
  if (outcome.code !== 0) {
    process.stderr.write(`\n${outcome.output}\nPackages could not be installed. npm's output is above.\n`)
    process.exit(outcome.code)
  }
  if (existsSync(lock)) mark(lockHash())
  print(`Packages installed in ${seconds()}${isTTY ? '\n' : ''}`)
}

async function npmInstall() {
  const clean = existsSync(lock) ? await npm('ci') : undefined
  // `ci` rejects a lock file without the optional packages of other platforms, which npm writes when a registry lacks
  // them. `install` installs the same versions from the same file.
  const rejected = clean === undefined || clean.output.includes('EUSAGE')
  return rejected && !stopping ? await npm('install', '--no-save') : clean
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
    child = spawn(program, args, options)
    child.stdout?.on('data', chunk => output.push(chunk))
    child.stderr?.on('data', chunk => output.push(chunk))
    child.on('error', error => {
      process.stderr.write(`Cannot run ${program}: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code, signal) => resolve(signal === null ? code : 128 + (constants.signals[signal] ?? 0)))
  })
}
