import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bugs, changedSources, severalProcesses } from './bugs.ts'

const simulate = (...args: string[]): string =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' }).stdout

describe('the simulation', () => {
  test.each(Object.entries({ ...bugs, severalProcesses }))('still has the source in which to put: %s', (_, bug) => {
    expect([...changedSources(bug).values()]).not.toContain('')
  })

  test('finds a bug, leaves out what does not matter, and tells how to see it again: the same end, and another story without the bug', () => {
    const bug = 'the first reply settles a check'
    const found = simulate('--bug', bug, '--seed', '1', '--histories', '200')
    const again = /--replay (\S+)/.exec(found)?.[1] ?? ''
    expect(again).toMatch(/^1:\d+:\d/)
    const broken = /^BROKEN: .*$/m.exec(found)?.[0]
    expect(broken).toBeDefined()
    const story = simulate('--bug', bug, '--replay', again)
    expect(story).toContain(broken)
    const other = simulate('--replay', again)
    expect(other).toContain('No rule was broken')
    expect(other).not.toBe(story)
  })
})
