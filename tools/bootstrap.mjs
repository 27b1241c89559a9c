// The way in on a machine with nothing but Node 20 or newer and npm: plain JavaScript, no packages.
// It installs the packages that a command of commands.json needs, then runs it with the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const binaries = join(modules, '.bin')
/** npm's own record of the packages that are there. It is removed before an installation, and npm writes it at the end of one. */
const record = join(modules, '.package-lock.json')
/** Exists while packages are installed; its time says that the installing process is alive, and its file names npm's. */
const turn = join(root, '.local', 'installation')
const npmPid = join(turn, 'npm')
const commands = readJson('tools/commands.json')

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
const { file, programs, development = false, console: buildsConsole = false, servers = false } = commands[name]
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`usage: ${commands[name].usage}\n\n${commands[name].description.join('\n')}\n`)
  process.exit(0)
}
if (missing().length > 0) {
  const endTurn = await takeTurn()
  for (const step of missing()) await install(step)
  endTurn()
}
const environment = {
  // Node keeps compiled code for the next process: a service starts with half of the processor time.
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

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/**
 * What npm has still to do, as its arguments. What is there stays, because a system may run from it: `npm start` removes no packages
 * of development. Only what an interrupted installation has left is removed, by `npm ci`.
 */
function missing() {
  const { packages } = readJson('package-lock.json')
  const installed = installedPackages()
  const withDevelopment = development || 'node_modules/vitest' in installed
  const isThere = ([path, { integrity }]) =>
    installed[path]?.integrity === integrity && existsSync(join(root, path, 'package.json'))
  const isNeeded = ([path, { dev, optional, link }]) =>
    path.includes('node_modules/') && !link && (optional ? path in installed : withDevelopment || !dev)
  const steps = []
  if (!existsSync(join(binaries, 'node')) || !Object.entries(packages).filter(isNeeded).every(isThere)) {
    const types = withDevelopment ? '--include=dev' : '--omit=dev'
    steps.push(existsSync(record) ? ['install', '--no-save', types] : ['ci', types])
  }
  if (!withDevelopment && buildsConsole && !Object.keys(packages.console.devDependencies).every(hasPackage))
    steps.push(['install', '--no-save', '--include=dev', '--workspace', 'console'])
  return steps

  function hasPackage(dependency) {
    const path = `node_modules/${dependency}`
    return packages[path]?.link || path in installed
  }
}

/** The packages of npm's record. One that a full disk or a kill has cut off counts as an interrupted installation. */
function installedPackages() {
  if (!existsSync(record)) return {}
  try {
    return readJson('node_modules/.package-lock.json').packages
  } catch {
    rmSync(record)
    return {}
  }
}

/** Waits until this process is the only one that installs packages in this folder. Returns the function that ends it. */
async function takeTurn() {
  for (let told = false; ; await setTimeout(500)) {
    try {
      mkdirSync(dirname(turn), { recursive: true })
      mkdirSync(turn)
      break
    } catch (error) {
      if (error.code !== 'EEXIST')
        fail(`Packages have to be installed, but this folder cannot be written to: ${error.message}`)
    }
    if (!isTaken()) rmSync(turn, { recursive: true, force: true })
    else if (!told) process.stderr.write('Waiting for another command that installs packages here\n')
    told = true
  }
  const alive = setInterval(() => {
    // Somebody may have deleted .local.
    if (existsSync(turn)) utimesSync(turn, new Date(), new Date())
  }, 1_000)
  const endTurn = () => {
    clearInterval(alive)
    rmSync(turn, { recursive: true, force: true })
  }
  process.once('exit', endTurn)
  return endTurn
}

/** Whether somebody has the turn. npm goes on for a while when the process that started it is killed. */
function isTaken() {
  const { mtimeMs = 0 } = statSync(turn, { throwIfNoEntry: false }) ?? {}
  const age = Date.now() - mtimeMs
  if (age < 15_000 || age > 600_000) return age < 15_000
  try {
    return process.kill(Number(readFileSync(npmPid, 'utf8')), 0)
  } catch {
    return false
  }
}

async function install(step) {
  const began = Date.now()
  const { isTTY } = process.stderr
  const print = text => process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  print(`Installing packages (the first time takes ${development ? 'a minute or two' : 'up to a minute'})`)
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const ticking = setInterval(() => print(`Installing packages … ${seconds()}`), isTTY ? 1_000 : 15_000)
  rmSync(record, { force: true })
  const output = []
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32', output }
  // npm says nothing while it tries again, so it does so for seconds and not for minutes. What it has kept needs no network.
  const flags = ['--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=2000', '--fetch-timeout=30000']
  const [code] = await Promise.all([
    run('npm', [...step, ...flags, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'], options),
    step[0] === 'ci' && installServers(print),
  ])
  clearInterval(ticking)
  if (code !== 0) {
    const text = Buffer.concat(output).toString()
    const isNetwork = /EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONN|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/.test(text)
    const advice =
      'npm cannot reach its registry: check the network and its proxy (npm config set https-proxy …), or name a registry that can be reached (npm config set registry …), then start again.'
    fail(`\n${text}\nPackages could not be installed. npm's output is above.${isNetwork ? `\n${advice}` : ''}`)
  }
  // The download of Node: its program is linked to node/bin, its headers have 70 MB.
  rmSync(join(modules, 'node', 'node_modules'), { recursive: true, force: true })
  print(`Packages installed in ${seconds()}${isTTY ? '\n' : ''}`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * Installs RabbitMQ and Redis from Debian packages while npm installs, where the command would install them anyway: as root, and
 * with neither a Docker engine nor settings that may name other servers. A failure is told when the servers start.
 */
async function installServers(print) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/lib/rabbitmq/bin']
  const absent = ['rabbitmq-server', 'redis-server'].filter(
    program => !folders.some(folder => existsSync(join(folder, program))),
  )
  if (!servers || absent.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (existsSync(join(root, '.env')) || process.env.RABBITMQ_URL) return
  if (spawnSync('docker', ['ps', '--quiet'], { stdio: 'ignore', timeout: 10_000 }).status === 0) return
  const others = 'set RABBITMQ_URL and REDIS_URL to use other servers'
  print(`Installing the Debian packages ${absent.join(' and ')} as well, by apt-get as root (${others})\n`)
  const output = []
  const options = { stdio: ['ignore', 'pipe', 'pipe'], output }
  const code = await run('sh', [join(root, 'libs/local-servers/install-packages.sh'), ...absent], options)
  if (code !== 0)
    print(`${Buffer.concat(output)}\napt-get could not install ${absent.join(' and ')}; its output is above.\n`)
}

/** Runs a program until it exits. Returns the exit code as a shell does. */
function run(program, args, { output, ...options }) {
  return new Promise(resolve => {
    const child = spawn(program, args, options)
    children.add(child)
    if (program === 'npm' && child.pid) writeFileSync(npmPid, String(child.pid))
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
