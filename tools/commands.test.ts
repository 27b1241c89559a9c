import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseCommandLine, projectDirectory, requiredAddress } from './command.ts'
import commands from './commands.json' with { type: 'json' }
import { readSystemRecord, recordSystem } from './system/record.ts'

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

  test('--help prints the usage, and an unknown option fails with it and exit code 64', async () => {
    expect(await run(['token', '--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^usage: npm run /) })
    const { code, stderr } = await run(['token', '--no-such-option'])
    expect([code, stderr]).toEqual([64, expect.stringMatching(/Unknown option.*\nusage: npm run token/)])
    expect(() => parseCommandLine('token', [], {}, 1)).toThrow('An argument is missing.\nusage: ')
    expect(() => parseCommandLine('token', ['a@b', 'c@d'], {}, 1)).toThrow('Unexpected argument: c@d\nusage: ')
  })

  test('an unknown command lists all of them', async () => {
    const { code, stderr } = await run(['strat'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('npm run rebuild-spending')])
  })
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
