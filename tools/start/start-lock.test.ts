import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { identityOf } from '@campstore/local-servers/running-processes'
import { beforeEach, expect, test } from 'vitest'
import { takeStartLock } from './start-lock.ts'

const url = 'http://127.0.0.1:8080'
let file: string

beforeEach(() => {
  file = join(temporaryServerHome(), 'start.lock')
})

test('a second start says who runs and where', () => {
  writeFileSync(file, JSON.stringify({ ...identityOf(process.ppid), url }))
  expect(() => takeStartLock(file, url)).toThrow(`npm start already runs here: pid ${process.ppid}, gateway ${url}`)
})

test('the lock of a launcher that was killed is taken over', () => {
  writeFileSync(file, JSON.stringify({ pid: 999_999_999, startedAt: '1', url }))
  takeStartLock(file, url)()
  expect(existsSync(file)).toBe(false)
})

test('a lock whose pid was given to another process is taken over', () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: 'long before', url }))
  expect(() => takeStartLock(file, url)).not.toThrow()
})

test('a damaged lock is taken over', () => {
  writeFileSync(file, '{"pid":')
  expect(() => takeStartLock(file, url)).not.toThrow()
})
