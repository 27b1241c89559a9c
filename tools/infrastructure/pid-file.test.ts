import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryServerHome } from './os-users.ts'
import { endOrphans, openLedger } from './pid-file.ts'
import { identityOf, isRunning } from './running-processes.ts'

let directory: string
let child: ChildProcess
let pid: number

beforeEach(() => {
  directory = temporaryServerHome()
  child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  pid = child.pid ?? 0
})

afterEach(() => {
  child.kill('SIGKILL')
})

/** A record of `child` by a run whose launcher is `owner`. */
function recordOf(
  owner: { pid: number; startedAt: string },
  started = identityOf(pid),
  temporaryDirectories: string[] = [],
) {
  const entry = { ...started, name: 'sleeper', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' }
  const content = { owner, processes: [entry], containers: [], temporaryDirectories }
  writeFileSync(join(directory, '1.json'), JSON.stringify(content))
}

const deadOwner = { pid: 999_999_999, startedAt: '1' }

test('what a killed run left behind is ended, and its record with it', async () => {
  recordOf(deadOwner)
  const exited = once(child, 'exit')
  expect(await endOrphans(directory)).toEqual(['sleeper'])
  await exited
  expect(existsSync(join(directory, '1.json'))).toBe(false)
})

test('its temporary directories go too', async () => {
  const left = join(directory, 'left')
  mkdirSync(left)
  recordOf(deadOwner, identityOf(pid), [left])
  await endOrphans(directory)
  expect(existsSync(left)).toBe(false)
})

test('a run that is still there is left alone', async () => {
  recordOf(identityOf(process.pid))
  expect(await endOrphans(directory)).toEqual([])
  expect(isRunning(identityOf(pid))).toBe(true)
})

test('a process that was given the pid of one of ours is left alone', async () => {
  recordOf(deadOwner, { pid, startedAt: 'long before' })
  expect(await endOrphans(directory)).toEqual([])
  expect(isRunning(identityOf(pid))).toBe(true)
})

test('a damaged record is dropped', async () => {
  writeFileSync(join(directory, '1.json'), '{"owner":')
  expect(await endOrphans(directory)).toEqual([])
  expect(existsSync(join(directory, '1.json'))).toBe(false)
})

test('a ledger names what was started with its start, and nothing once it is closed', () => {
  const ledger = openLedger(directory)
  const file = join(directory, `${process.pid}.json`)
  ledger.addProcess({ pid, name: 'sleeper', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' })
  expect(JSON.parse(readFileSync(file, 'utf8')).processes).toMatchObject([{ ...identityOf(pid), name: 'sleeper' }])
  ledger.close()
  expect(existsSync(file)).toBe(false)
})
