import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { beforeEach, expect, test } from 'vitest'
import { previousRelease } from './previous.ts'

let folder: string
const git = (...args: string[]): string => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()

/** Commits a version, or another change of it, and returns the commit. */
function commit(version: string, description = ''): string {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'campstore', version, description }, null, 2))
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@campstore.test', 'commit', '--quiet', '-m', version)
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  folder = temporaryServerHome()
  git('init', '--quiet')
  commit('0.1.0')
})

test('there is none before 1.0.0, and none at its own commit', () => {
  commit('1.0.0-rc.1')
  expect(previousRelease(folder)).toBeUndefined()
  commit('1.0.0')
  expect(previousRelease(folder)).toBeUndefined()
})

test('it is the newest version that was released, by the commit that set it', () => {
  commit('1.0.0')
  const newest = { version: '1.1.0', commit: commit('1.1.0') }
  expect(previousRelease(folder)).toMatchObject({ version: '1.0.0' })
  writeFileSync(join(folder, 'change'), '')
  expect(previousRelease(folder)).toEqual(newest)
  commit('1.1.0', 'another change of the file')
  expect(previousRelease(folder)).toEqual(newest)
  commit('1.2.0-next')
  expect(previousRelease(folder)).toEqual(newest)
})

test('a folder without git has none', () => {
  rmSync(join(folder, '.git'), { recursive: true })
  expect(previousRelease(folder)).toBeUndefined()
})
