import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { identityOf, isRunning } from '@campstore/local-servers/running-processes'
import { expect, onTestFinished, test } from 'vitest'
import { stopSystem } from './stop-system.ts'

/** A process of its own, which stops or not, when it is asked. */
async function run(script: string) {
  const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1000); console.log('runs')`])
  await once(child.stdout, 'data')
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit').then(([code, signal]) => signal ?? code)
  return { identity: identityOf(child.pid ?? 0), exited }
}

function folderWith(owner: { pid: number; startedAt: string }) {
  const directory = temporaryServerHome()
  mkdirSync(join(directory, 'processes'))
  const content = { owner, processes: [], temporaryDirectories: [] }
  writeFileSync(join(directory, 'processes', '1.json'), JSON.stringify(content))
  return directory
}

test('asks npm start to stop, and waits until it has ended', async () => {
  const start = await run("process.on('SIGTERM', () => setTimeout(() => process.exit(143), 300))")
  expect(await stopSystem(folderWith(start.identity))).toBe('Stopped.')
  expect(isRunning(start.identity)).toBe(false)
  expect(await start.exited).toBe(143)
})

test('kills an npm start that does not stop', async () => {
  const start = await run("process.on('SIGTERM', () => {})")
  const message = `npm start (pid ${start.identity.pid}) did not stop and was killed.`
  expect(await stopSystem(folderWith(start.identity), 300)).toBe(message)
  expect(await start.exited).toBe('SIGKILL')
})
