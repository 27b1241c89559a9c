import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { onAdminDatabase, parseCommandLine, projectDirectory, requiredAddress } from './command.ts'
import commands from './commands.json' with { type: 'json' }
import { readSystemRecord, recordSystem } from './system/record.ts'

const names = Object.keys(commands)

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
    for (const [name, { file }] of Object.entries(commands)) {
      expect([name, scripts[name]]).toEqual([name, `node tools/bootstrap.mjs ${name}`])
      expect(existsSync(join(projectDirectory, file))).toBe(true)
    }
  })

  test.each(names)('%s --help prints the usage and does nothing else', async name => {
    const { code, stdout, stderr } = await run([name, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^usage: npm (start|test|run [a-z:-]+)( |\n)/)
  })

  test.each(names)('%s with an unknown option fails with the usage and exit code 64', async name => {
    const { code, stderr } = await run([name, '--no-such-option'])
    expect([code, stderr]).toEqual([64, expect.stringMatching(/Unknown option/)])
    expect(stderr).toContain('usage: npm ')
  })

  test('an unknown command lists all of them', async () => {
    const { code, stderr } = await run(['strat'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('npm run rebuild-spending')])
  })
})

test.each([
  [[], 'An argument is missing.'],
  [['a@b', 'c@d'], 'Unexpected argument: c@d'],
])('%j is not what the command expects', (args, message) => {
  expect(() => parseCommandLine('token', args, {}, 1)).toThrow(`${message}\nusage: npm run token -- <e-mail>`)
})

test('a missing address is reported with how to set it', () => {
  expect(requiredAddress({ RABBITMQ_URL: 'amqp://here' }, 'RABBITMQ_URL')).toBe('amqp://here')
  expect(() => requiredAddress({}, 'RABBITMQ_URL')).toThrow(/^RABBITMQ_URL is not set\. Start the system .*npm start/)
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

test.each([
  ['3D000', 'database "none" does not exist'],
  ['42501', 'permission denied to create database'],
  ['28P01', 'password authentication failed'],
])('the state %s of the database is said in one line', async (code, reason) => {
  const refused = Object.assign(new pg.DatabaseError(reason, 0, 'error'), { code })
  await expect(onAdminDatabase('postgres://a:b@db:5432/x', () => Promise.reject(refused))).rejects.toThrow(
    new CliError(`Cannot use the database at db:5432 (is DATABASE_ADMIN_URL right?): ${reason}`),
  )
})

test('the record of the running system is a new file, whole at every moment and for its owner alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'campstore-record-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'system.json')
  for (const older of [file, `${file}.new`]) {
    writeFileSync(older, 'older')
    chmodSync(older, 0o644)
  }
  const olderFile = statSync(file).ino
  const record = { version: '1', processes: [], servers: [], variables: { RABBITMQ_URL: 'amqp://user:secret@here' } }
  const remove = recordSystem(record, file)
  const { mode, ino } = statSync(file)
  expect(mode & 0o777).toBe(0o600)
  expect(ino, 'a process that has opened the older file does not see this one').not.toBe(olderFile)
  expect(readSystemRecord(file)).toMatchObject(record)
  remove()
  expect(readdirSync(directory)).toEqual([])
})
