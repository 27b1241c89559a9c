import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryServerHome } from './os-users.ts'
import { lastLine, startProcess, untilReady } from './processes.ts'
import { startOf } from './running-processes.ts'

const log = () => join(temporaryServerHome(), 'log')
const shell = (script: string, file = log()) => ({
  name: 'the script',
  command: 'sh',
  args: ['-c', script],
  output: { file },
})

test('stopping a process stops its whole group', async () => {
  const file = log()
  const server = startProcess(shell('sleep 60 & echo $!; sleep 60', file))
  await untilReady(server, { answers: async () => /^\d+$/.test(lastLine(file)) })
  await server.stop()
  await expect.poll(() => startOf(Number(lastLine(file)))).toBeUndefined()
})

test('kills a process that ignores the stop signal, after its timeout', async () => {
  const file = log()
  const server = startProcess({
    ...shell('trap "" TERM; echo ready; while :; do sleep 1; done', file),
    stopWithinMs: 200,
  })
  await untilReady(server, { answers: async () => lastLine(file) === 'ready' })
  await server.stop()
  expect(await server.exited).toBe('signal SIGKILL')
})

test('reports a server that exits during its start, with its last output', async () => {
  const file = log()
  const server = startProcess(shell("printf '\\033[36mno space\\033[39m left\\n'; exit 3", file))
  const ready = untilReady(server, { answers: async () => false, log: file })
  await expect(ready).rejects.toThrow(`the script failed to start (exit code 3): no space left (see ${file})`)
})

test('a start that makes progress is waited for; one that makes none, or gives the same reason, is given up', async () => {
  const standstillMs = 1_500
  const file = log()
  const idle = startProcess(shell('sleep 60'))
  const hangs = untilReady(idle, { answers: async () => false, standstillMs })
  const givenUp = expect(hangs).rejects.toThrow('the script is not ready (no answer), and has made no progress for 2 s')
  const busy = startProcess(shell('for n in 1 2 3 4 5 6; do sleep 0.5; echo $n; done; sleep 60', file))
  await untilReady(busy, { answers: async () => lastLine(file) === '6', standstillMs, log: file })
  await givenUp
  expect(idle.hasExited()).toBe(true)
  const refused = untilReady(busy, { answers: async () => 'database down: password refused', standstillMs })
  await expect(refused).rejects.toThrow('(database down: password refused)')
})
