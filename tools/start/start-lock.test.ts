import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { identityOf } from '@campstore/local-servers/running-processes'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { takeStartLock } from './start-lock.ts'

const url = 'http://127.0.0.1:8080'
let file: string

beforeEach(() => {
  file = join(temporaryServerHome(), 'start.lock')
})

test('a second start names the running process and its address', () => {
  writeFileSync(file, JSON.stringify({ ...identityOf(process.ppid), url }))
  expect(() => takeStartLock(file, url)).toThrow(
    `npm start already runs in this folder (pid ${process.ppid}, gateway ${url}`,
  )
})

test('replaces the lock of a process that was killed', () => {
  writeFileSync(file, JSON.stringify({ pid: 999_999_999, startedAt: '1', url }))
  takeStartLock(file, url)()
  expect(existsSync(file)).toBe(false)
})

test('replaces a lock whose pid now belongs to another process', () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: 'long before', url }))
  expect(() => takeStartLock(file, url)).not.toThrow()
})

test('replaces a damaged lock', () => {
  writeFileSync(file, '{"pid":')
  expect(() => takeStartLock(file, url)).not.toThrow()
})

test('of several starts at once one gets the lock that a killed one left behind', async () => {
  const start = `
    import { takeStartLock } from '${import.meta.dirname}/start-lock.ts'
    const at = Number(process.argv[1])
    await new Promise(resolve => setTimeout(resolve, at - 20 - Date.now()))
    while (Date.now() < at) {}
    try {
      takeStartLock('${file}', '${url}')
      console.log('has it')
    } catch {
      console.log('has it not')
    }
    setInterval(() => {}, 1_000)`
  for (let round = 0; round < 4; round += 1) {
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, startedAt: '1', url }))
    const at = String(Date.now() + 2_000)
    const starts = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module-typescript', '-e', start, at]),
    )
    onTestFinished(() => {
      for (const child of starts) child.kill('SIGKILL')
    })
    const outputs = await Promise.all(starts.map(async child => String((await once(child.stdout, 'data'))[0]).trim()))
    expect(outputs.sort()).toEqual(['has it', 'has it not', 'has it not', 'has it not'])
    for (const child of starts) child.kill('SIGKILL')
  }
})
