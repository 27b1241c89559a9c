import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, onTestFinished, test } from 'vitest'
import { startedBy } from './start-lock.ts'

test('of several starts at once at most one goes on, and the next one after it was killed', async () => {
  const directory = temporaryServerHome()
  mkdirSync(join(directory, 'processes'))
  const ended = { owner: { pid: 999_999_999, startedAt: '1' }, processes: [], temporaryDirectories: [] }
  writeFileSync(join(directory, 'processes', '1.json'), JSON.stringify(ended))
  const start = `
    import { takeStartLock } from '${import.meta.dirname}/start-lock.ts'
    const at = Number(process.argv[1])
    await new Promise(resolve => setTimeout(resolve, at - 20 - Date.now()))
    while (Date.now() < at) {}
    const outcome = await takeStartLock('${directory}').then(() => 'goes on', error => error.message)
    console.log(outcome)
    setInterval(() => {}, 1_000)`
  const startAtOnce = async (count: number) => {
    // Several act at the same instant, after all processes have started.
    const at = String(Date.now() + (count > 1 ? 2_000 : 0))
    const starts = Array.from({ length: count }, () =>
      spawn(process.execPath, ['--input-type=module-typescript', '-e', start, at]),
    )
    onTestFinished(() => {
      for (const child of starts) child.kill('SIGKILL')
    })
    const outputs = await Promise.all(starts.map(async child => String((await once(child.stdout, 'data'))[0]).trim()))
    const exits = starts.map(child => once(child, 'exit'))
    for (const child of starts) child.kill('SIGKILL')
    await Promise.all(exits)
    return outputs
  }
  const outcomes = await startAtOnce(4)
  const refused = outcomes.filter(outcome => outcome.startsWith('npm start already runs in this folder (pid '))
  expect(refused.length).toBeGreaterThanOrEqual(3)
  expect(refused.length + outcomes.filter(outcome => outcome === 'goes on').length).toBe(4)
  expect(await startAtOnce(1)).toEqual(['goes on'])
  expect(startedBy(directory)).toBeUndefined()
})
