import { execFile, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CommandName, parseCommandLine, projectDirectory } from './command.ts'
import commands from './commands.json' with { type: 'json' }
import { readSystemRecord, recordSystem } from './system/record.ts'

const names = Object.keys(commands) as CommandName[]
/** The others run a program as it is. */
const withFile = Object.entries(commands).flatMap(([name, command]) =>
  'file' in command ? [{ name, file: command.file }] : [],
)

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment }
  const command = [join('tools', 'bootstrap.mjs'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: projectDirectory,
    env,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

describe('the commands', () => {
  test('are npm scripts, each with its file', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
    for (const name of names) expect(scripts[name]).toMatch(new RegExp(`(?:^| )node tools/bootstrap\\.mjs ${name}$`))
    for (const { file } of withFile) expect(existsSync(join(projectDirectory, file))).toBe(true)
  })

  test('--help prints the usage and does nothing else', () => {
    for (const name of names) expect(commands[name].usage).toMatch(/^npm (start|test|run [a-z:-]+)( |$)/)
    const { code, stdout, stderr } = run(['reset', '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`usage: ${commands.reset.usage}\n\n`)
  })

  test.each(['start', 'audit', 'test:faults'])(
    '%s with an unknown option fails with the usage and exit code 64',
    name => {
      const { code, stderr } = run([name, '--no-such-option'])
      expect([code, stderr]).toEqual([64, expect.stringMatching(/Unknown option/)])
      expect(stderr).toContain('usage: npm ')
    },
  )

  test('an unknown command lists all of them', () => {
    const { code, stderr } = run(['strat'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('npm run rebuild-spending')])
  })
})

/** In place of npm: notes how it was called, and installs the packages of the lock file. It may have no registry, or be held up. */
const fakeNpm = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
if (process.env.NO_REGISTRY) {
  console.error('npm error code EAI_AGAIN')
  process.exit(1)
}
const args = process.argv.slice(2).filter(arg => !/fetch|prefer|no-(audit|fund|progress)|loglevel/.test(arg))
appendFileSync('npm.log', args.join(' '))
while (existsSync('held-up')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const [path, { dev }] of Object.entries(packages))
  if (dev && !args.includes('--include=dev')) delete packages[path]
  else mkdirSync(path, { recursive: true }), writeFileSync(path + '/package.json', '{}')
mkdirSync('node_modules/.bin', { recursive: true })
rmSync('node_modules/.bin/node', { force: true })
symlinkSync(process.execPath, 'node_modules/.bin/node')
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))`

describe('a command installs what it needs', () => {
  const root = temporaryServerHome()
  const inside = (path: string) => join(root, path)
  const record = 'node_modules/.package-lock.json'
  const env = { ...process.env, PATH: `${root}:${process.env.PATH}` }

  beforeAll(() => {
    cpSync(join(projectDirectory, 'tools/bootstrap.mjs'), inside('tools/bootstrap.mjs'))
    const command = { file: 'empty.mjs', usage: '', description: [] }
    const testCommands = { start: command, test: { ...command, development: true } }
    writeFileSync(inside('tools/commands.json'), JSON.stringify(testCommands))
    writeFileSync(inside('empty.mjs'), '')
    writeFileSync(inside('npm'), fakeNpm, { mode: 0o755 })
  })

  beforeEach(() => {
    rmSync(inside('node_modules'), { recursive: true, force: true })
    lockFile('1')
  })

  const lockFile = (integrity: string) => {
    const packages = { 'node_modules/sharp': { integrity }, 'node_modules/vitest': { integrity, dev: true } }
    writeFileSync(inside('package-lock.json'), JSON.stringify({ packages }))
  }
  const run = (name: string, changes: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, [inside('tools/bootstrap.mjs'), name], { env: { ...env, ...changes } })

  /** Until one of the commands waits for the installation of another. */
  const oneWaits = (started: ReturnType<typeof run>[]) =>
    Promise.race(
      started.map(
        ({ child }) =>
          new Promise<void>(resolve => {
            child.stderr?.on('data', chunk => String(chunk).includes('Waiting for another command') && resolve())
          }),
      ),
    )

  /** What npm was asked for. */
  async function installed(name: string): Promise<string> {
    rmSync(inside('npm.log'), { force: true })
    await run(name)
    return existsSync(inside('npm.log')) ? readFileSync(inside('npm.log'), 'utf8') : 'nothing'
  }

  test('once, and removes nothing that is there', async () => {
    expect([await installed('start'), await installed('start')]).toEqual(['ci --omit=dev', 'nothing'])
    expect(await installed('test'), 'a system may run').toBe('install --no-save --include=dev')
    lockFile('2')
    expect(await installed('start'), 'packages of development stay').toBe('install --no-save --include=dev')
  })

  test('from the beginning, where an installation was interrupted', async () => {
    await installed('start')
    rmSync(inside(record))
    expect(await installed('start')).toBe('ci --omit=dev')
  })

  test('again, where one package is missing', async () => {
    await installed('start')
    rmSync(inside('node_modules/sharp'), { recursive: true })
    expect([await installed('start'), await installed('start')]).toEqual(['install --no-save --omit=dev', 'nothing'])
  })

  test('once, where two commands begin together', async () => {
    rmSync(inside('npm.log'), { force: true })
    writeFileSync(inside('held-up'), '')
    onTestFinished(() => rmSync(inside('held-up'), { force: true }))
    const both = [run('start'), run('start')]
    await oneWaits(both)
    rmSync(inside('held-up'))
    await Promise.all(both)
    expect(readFileSync(inside('npm.log'), 'utf8')).toBe('ci --omit=dev')
  })

  test('after a killed one has left its turn', async () => {
    mkdirSync(inside('.local/installation'), { recursive: true })
    utimesSync(inside('.local/installation'), 0, 0)
    expect(await installed('start')).toBe('ci --omit=dev')
    expect(existsSync(inside('.local/installation'))).toBe(false)
  })

  test('not while the npm of a killed one goes on', async () => {
    rmSync(inside('npm.log'), { force: true })
    const npm = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'])
    onTestFinished(() => void npm.kill())
    mkdirSync(inside('.local/installation'), { recursive: true })
    writeFileSync(inside('.local/installation/npm'), String(npm.pid))
    const minuteAgo = Date.now() / 1000 - 60
    utimesSync(inside('.local/installation'), minuteAgo, minuteAgo)
    const command = run('start')
    await oneWaits([command])
    expect(existsSync(inside('npm.log'))).toBe(false)
    npm.kill()
    await command
    expect(existsSync(inside('npm.log'))).toBe(true)
  })

  test('and says so where there is no network', async () => {
    await expect(run('start', { NO_REGISTRY: 'yes' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/EAI_AGAIN.*npm cannot reach its registry: check the network/s),
    })
  })
})

test.each([
  [[], 'An argument is missing.'],
  [['a@b', 'c@d'], 'Unexpected argument: c@d'],
])('%j is not what the command expects', (args, message) => {
  expect(() => parseCommandLine('token', args, {}, 1)).toThrow(`${message}\nusage: npm run token -- <e-mail>`)
})

test.each([
  ['migrate', []],
  ['backup', ['/tmp/never.dump']],
])('%s says in one line that the database cannot be reached', (name, args) => {
  const address = 'postgres://postgres:hunter2@127.0.0.1:1/campstore'
  const { code, stderr } = run([name, ...args], { DATABASE_ADMIN_URL: address })
  expect([code, stderr]).toEqual([
    1,
    'Cannot use the database at 127.0.0.1:1 (is DATABASE_ADMIN_URL right?): connect ECONNREFUSED 127.0.0.1:1\n',
  ])
})

test('the record of the running system is for its owner alone', () => {
  const directory = temporaryServerHome()
  const file = join(directory, 'system.json')
  writeFileSync(file, 'older', { mode: 0o644 })
  const record = { version: '1', processes: [], servers: [], variables: { RABBITMQ_URL: 'amqp://user:secret@here' } }
  const remove = recordSystem(record, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readSystemRecord(file)).toMatchObject(record)
  remove()
  expect(readdirSync(directory)).toEqual([])
})
