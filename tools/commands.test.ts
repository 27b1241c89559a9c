import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CommandName, parseCommandLine, projectDirectory } from './command.ts'
import commands from './commands.json' with { type: 'json' }
import { readSystemRecord, recordSystem } from './system/record.ts'

const names = Object.keys(commands) as CommandName[]
/** The others run a program as it is. */
const withFile = Object.entries(commands).flatMap(([name, command]) =>
  'file' in command ? [{ name, file: command.file }] : [],
)

async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join('tools', 'bootstrap.mjs'), ...args], {
      cwd: projectDirectory,
      env: { ...process.env, ...environment },
    })
    return { code: 0, stdout, stderr }
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error && 'code' in error) {
      return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) }
    }
    throw error
  }
}

describe('the commands', () => {
  test('are npm scripts, each with its file', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
    for (const name of names) expect(scripts[name]).toMatch(new RegExp(`(?:^| )node tools/bootstrap\\.mjs ${name}$`))
    for (const { file } of withFile) expect(existsSync(join(projectDirectory, file))).toBe(true)
  })

  test('--help prints the usage and does nothing else', async () => {
    for (const name of names) expect(commands[name].usage).toMatch(/^npm (start|test|run [a-z:-]+)( |$)/)
    const { code, stdout, stderr } = await run(['reset', '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`usage: ${commands.reset.usage}\n\n`)
  })

  test.each(['start', 'audit', 'test:faults'])(
    '%s with an unknown option fails with the usage and exit code 64',
    async name => {
      const { code, stderr } = await run([name, '--no-such-option'])
      expect([code, stderr]).toEqual([64, expect.stringMatching(/Unknown option/)])
      expect(stderr).toContain('usage: npm ')
    },
  )

  test('an unknown command lists all of them', async () => {
    const { code, stderr } = await run(['strat'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('npm run rebuild-spending')])
  })
})

/** In place of npm: notes how it was called, and leaves what an installation leaves. It may have no registry. */
const fakeNpm = `#!/bin/sh
[ "$1" != view ] || { echo 'npm error code EAI_AGAIN'; [ -z "$NO_REGISTRY" ]; exit; }
[ "$4" != --offline ] || { echo 'npm error code ENOTCACHED'; exit 1; }
echo "$1 $2 $3" >> npm.log
mkdir -p node_modules/.bin
ln -sf "${process.execPath}" node_modules/.bin/node
[ "$3" = --include=dev ] && mkdir -p node_modules/vitest
echo {} > node_modules/.package-lock.json`

test('a command installs what it needs, once; nothing that is there is removed but what an interruption has left', () => {
  const root = mkdtempSync(join(tmpdir(), 'campstore-packages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const inside = (path: string) => join(root, path)
  mkdirSync(inside('tools'))
  cpSync(join(projectDirectory, 'tools', 'bootstrap.mjs'), inside('tools/bootstrap.mjs'))
  const command = { file: 'empty.mjs', usage: '', description: [] }
  writeFileSync(
    inside('tools/commands.json'),
    JSON.stringify({ start: command, test: { ...command, development: true } }),
  )
  writeFileSync(inside('empty.mjs'), '')
  writeFileSync(inside('npm'), fakeNpm, { mode: 0o755 })
  const lockFile = (version: number) =>
    writeFileSync(inside('package-lock.json'), JSON.stringify({ version, packages: { '': {}, libs: {} } }))
  const installed = (name: string) => {
    rmSync(inside('npm.log'), { force: true })
    const env = { ...process.env, PATH: `${root}:${process.env.PATH}` }
    execFileSync(process.execPath, [inside('tools/bootstrap.mjs'), name], { cwd: root, env, stdio: 'ignore' })
    return existsSync(inside('npm.log')) ? readFileSync(inside('npm.log'), 'utf8').trim() : 'nothing'
  }

  lockFile(1)
  expect([installed('start'), installed('start')]).toEqual(['install --no-save --omit=dev', 'nothing'])
  expect([installed('test'), installed('start')]).toEqual(['install --no-save --include=dev', 'nothing'])
  lockFile(2)
  expect(installed('start'), 'packages of development stay').toBe('install --no-save --include=dev')
  mkdirSync(inside('libs/node_modules/half'), { recursive: true })
  writeFileSync(inside('node_modules/.campstore-installed'), 'by 4194304999')
  expect([installed('start'), existsSync(inside('libs/node_modules'))]).toEqual([
    'install --no-save --include=dev',
    false,
  ])
  lockFile(3)
  const env = { ...process.env, PATH: `${root}:${process.env.PATH}`, NO_REGISTRY: 'yes' }
  const { status, stderr } = spawnSync(process.execPath, [inside('tools/bootstrap.mjs'), 'start'], { env })
  expect([status, String(stderr)], 'without a registry it says so, and does not wait').toEqual([
    1,
    expect.stringMatching(/cannot reach its registry \(code EAI_AGAIN\): check the network.*ENOTCACHED/s),
  ])
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
])('%s says in one line that the database cannot be reached', async (name, args) => {
  const address = 'postgres://postgres:hunter2@127.0.0.1:1/campstore'
  const { code, stderr } = await run([name, ...args], { DATABASE_ADMIN_URL: address })
  expect([code, stderr]).toEqual([
    1,
    'Cannot use the database at 127.0.0.1:1 (is DATABASE_ADMIN_URL right?): connect ECONNREFUSED 127.0.0.1:1\n',
  ])
})

test('the record of the running system is for its owner alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'campstore-record-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'system.json')
  writeFileSync(file, 'older', { mode: 0o644 })
  const record = { version: '1', processes: [], servers: [], variables: { RABBITMQ_URL: 'amqp://user:secret@here' } }
  const remove = recordSystem(record, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readSystemRecord(file)).toMatchObject(record)
  remove()
  expect(readdirSync(directory)).toEqual([])
})
