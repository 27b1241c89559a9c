import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, onTestFinished, test } from 'vitest'
import { stopSystem } from './stop-system.ts'

test.runIf(existsSync('/proc'))('a stop ends what a killed PostgreSQL has left working on its data', async () => {
  const directory = temporaryServerHome()
  const cwd = join(directory, 'postgres')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'postmaster.pid'), `999999999\n${cwd}\n`)
  const endless = ['-e', 'setInterval(() => {}, 60_000)']
  const backend = spawn(process.execPath, endless, { argv0: 'postgres: checkpointer ', cwd, stdio: 'ignore' })
  onTestFinished(() => void backend.kill('SIGKILL'))
  const exited = once(backend, 'exit')
  await stopSystem(directory)
  expect(await exited).toEqual([null, 'SIGKILL'])
})
