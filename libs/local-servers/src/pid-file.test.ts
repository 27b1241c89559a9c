import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryServerHome } from './os-users.ts'
import { stopOrphans } from './pid-file.ts'
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

/** Writes a pid file of a run whose launcher is `owner`, with one process. */
function writePidFile(owner: { pid: number; startedAt: string }, started: object = identityOf(pid)) {
  const entry = { ...started, name: 'sleeper', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' }
  writeFileSync(join(directory, '1.json'), JSON.stringify({ owner, processes: [entry], temporaryDirectories: [] }))
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
