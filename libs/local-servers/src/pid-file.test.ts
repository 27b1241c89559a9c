import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryServerHome } from './os-users.ts'
import { openPidFile, stopOrphans } from './pid-file.ts'
import { identityOf, isRunning, signal } from './running-processes.ts'

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

/** Writes a pid file with `child`, of a run whose launcher is `owner`. */
function writePidFile(
  owner: { pid: number; startedAt: string },
  started = identityOf(pid),
  temporaryDirectories: string[] = [],
) {
  const entry = { ...started, name: 'sleeper', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' }
  const content = { owner, processes: [entry], temporaryDirectories }
  writeFileSync(join(directory, '1.json'), JSON.stringify(content))
}

const deadOwner = { pid: 999_999_999, startedAt: '1' }

test('stops the processes of a killed run and removes its pid file', async () => {
  writePidFile(deadOwner)
  const exited = once(child, 'exit')
  expect(await stopOrphans(directory)).toEqual(['sleeper'])
  await exited
  expect(existsSync(join(directory, '1.json'))).toBe(false)
})

test('leaves a run alone that still exists', async () => {
  writePidFile(identityOf(process.pid))
  expect(await stopOrphans(directory)).toEqual([])
  expect(isRunning(identityOf(pid))).toBe(true)
})

test('leaves a process alone that now has the pid of one of ours', async () => {
  writePidFile(deadOwner, { pid, startedAt: 'long before' })
  expect(await stopOrphans(directory)).toEqual([])
  expect(isRunning(identityOf(pid))).toBe(true)
})

test.each([
  ['is stopped', new Date().toISOString(), ['sleeper']],
  ['that has its id since the machine was restarted is left alone', '2020-01-01T00:00:00Z', []],
])('a group whose leader has ended %s', async (_, since, stopped) => {
  const leader = spawn('sh', ['-c', 'sleep 60 & echo $!'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const [[output]] = await Promise.all([once(leader.stdout, 'data'), once(leader, 'exit')])
  const member = identityOf(Number(output))
  onTestFinished(() => signal(member.pid, 'SIGKILL'))
  const entry = {
    pid: leader.pid,
    startedAt: '1',
    since,
    name: 'sleeper',
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  }
  const content = { owner: deadOwner, processes: [entry], temporaryDirectories: [] }
  writeFileSync(join(directory, '1.json'), JSON.stringify(content))
  expect(await stopOrphans(directory)).toEqual(stopped)
  await expect.poll(() => isRunning(member)).toBe(stopped.length === 0)
})

test('a pid file lists processes with their start, and is removed when it is closed', () => {
  const pidFile = openPidFile(directory)
  const file = join(directory, `${process.pid}.json`)
  pidFile.addProcess({ pid, name: 'sleeper', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' })
  expect(JSON.parse(readFileSync(file, 'utf8')).processes).toMatchObject([{ ...identityOf(pid), name: 'sleeper' }])
  pidFile.close()
  expect(existsSync(file)).toBe(false)
})
