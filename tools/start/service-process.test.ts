import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './service-process.ts'

test.runIf(existsSync('/dev/full'))('a line that a full disk refuses is lost, and nothing else', async () => {
  const directory = temporaryServerHome()
  const [main, log] = [join(directory, 'main.js'), join(directory, 'service.log')]
  writeFileSync(main, "setInterval(() => console.log('a line'), 10)")
  symlinkSync('/dev/full', log)
  const { port, stop } = await listenOnLoopback(createServer((_, answer) => answer.end()))
  onTestFinished(() => void stop())
  const lines: string[] = []
  const onLine = (_: string, line: string) => lines.push(line)
  const readyUrl = `http://127.0.0.1:${port}`
  const service = await startService({ name: 'one', main, environment: process.env, readyUrl, log, onLine })
  onTestFinished(service.stop)
  await expect.poll(() => lines).toContain('a line')
  rmSync(log)
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('a line')
})
