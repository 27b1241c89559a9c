// The way in on a machine with nothing but Node 20 or newer and npm: plain JavaScript, no packages.
// It installs what is missing, then runs tools/<command>.ts with the project's own Node.
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
const commands = [
  'start',
  'test',
  'migrate',
  'import',
  'token',
  'pay',
  'bench',
  'audit',
  'demo',
  'rebuild-spending',
  'ordeal',
  'docs',
]

/** The child that runs now; a terminal's signals reach it by themselves, others are passed on to it. */
let child
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true
    child?.kill(signal)
  })
}

const [command, ...args] = process.argv.slice(2)
if (!commands.includes(command)) {
  process.stderr.write(`usage: node tools/bootstrap.mjs <${commands.join('|')}> [arguments]\n`)
  process.exit(64)
}
if (!existsSync(join(root, 'tools', `${command}.ts`))) {
  process.stderr.write(`there is no tools/${command}.ts yet\n`)
  process.exit(64)
}
if (!isInstalled()) await install()
const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` }
const tool = join(root, 'tools', `${command}.ts`)
process.exit(await run(join(binaries, 'node'), [tool, ...args], { stdio: 'inherit', env: environment }))

/** Whether node_modules is what the lock file wants. npm's own record counts too: it is written at the end of an install. */
function isInstalled() {
  const own = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(own) || !existsSync(join(binaries, 'node'))) return false
  if (!existsSync(lock)) return true
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  if (existsSync(stamp) || statSync(own).mtimeMs < statSync(lock).mtimeMs - 10_000) return false
  return mark(wanted)
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex')
}

function mark(wanted) {
  try {
    writeFileSync(stamp, wanted)
  } catch {
    // Another user's installation: it is as good without the mark.
  }
  return true
}

async function install() {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const { isTTY } = process.stderr
  const tell = text => process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  tell('installing packages (the first time takes a minute or two)')
  const ticking = setInterval(() => tell(`installing packages … ${seconds()}`), isTTY ? 1_000 : 15_000)
  const outcome = await npmInstall()
  clearInterval(ticking)
  if (outcome.code !== 0) {
    process.stderr.write(`\n${outcome.output}\npackages could not be installed: npm's reason is above\n`)
    process.exit(outcome.code)
  }
  if (existsSync(lock)) mark(lockHash())
  tell(`packages installed in ${seconds()}${isTTY ? '\n' : ''}`)
}

async function npmInstall() {
  const clean = existsSync(lock) ? await npm('ci') : undefined
  // `ci` refuses a lock file without the optional packages of other platforms, which is how npm writes it where a
  // registry does not have them; `install` takes the same versions from the same file.
  const refused = clean === undefined || clean.output.includes('EUSAGE')
  return refused && !stopping ? await npm('install', '--no-save') : clean
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

/** Runs a program to its end; the exit code, as a shell would tell it. */
function run(program, args, { output, ...options }) {
  return new Promise(resolve => {
    child = spawn(program, args, options)
    child.stdout?.on('data', chunk => output.push(chunk))
    child.stderr?.on('data', chunk => output.push(chunk))
    child.on('error', error => {
      process.stderr.write(`${program} cannot be run: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code, signal) => resolve(signal === null ? code : 128 + (constants.signals[signal] ?? 0)))
  })
}
