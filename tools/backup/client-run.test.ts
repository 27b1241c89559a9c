import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { startOf } from '@campstore/local-servers/running-processes'
import { eventually } from '@campstore/testing/waiting'
import { expect, onTestFinished, test } from 'vitest'
import { runClient } from './client-run.ts'

test.each([
  ['postgres://owner:hunter2@db/campstore?application_name=x', 'hunter2'],
  ['postgres://owner@db/campstore?password=hunter2&application_name=x', 'hunter2'],
  ['postgres://owner:hunter%2F2@db/campstore?application_name=x', 'hunter/2'],
  ['postgres://owner:100%zz@db/campstore?application_name=x', '100%zz'],
])('the password of %s is no argument, which everybody on the machine sees', async (address, password) => {
  const program = join(temporaryServerHome(), 'client')
  writeFileSync(program, '#!/bin/sh\necho "$PGPASSWORD $*"\n', { mode: 0o755 })
  const database = '--no-password --dbname=postgres://owner@db/campstore?application_name=x'
  expect(await runClient(program, ['--list'], address)).toBe(`${password} ${database} --list\n`)
})

test.each(['SIGINT', 'SIGTERM'] as const)('a %s ends the client, and what waits for it cleans up', async signal => {
  const folder = temporaryServerHome()
  const program = join(folder, 'client')
  writeFileSync(program, `#!/bin/sh\necho $$ > ${folder}/pid\nexec sleep 60\n`, { mode: 0o755 })
  const code = `
    import { runClient } from '${import.meta.dirname}/client-run.ts'
    await runClient('${program}', []).catch(error => console.log(error.name))`
  const command = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { cwd: import.meta.dirname })
  onTestFinished(() => void command.kill('SIGKILL'))
  const pid = await eventually(() => Number(readFileSync(join(folder, 'pid'), 'utf8').trim() || Number.NaN) || fail())
  command.kill(signal)
  const [[output]] = await Promise.all([once(command.stdout, 'data'), once(command, 'exit')])
  expect(String(output)).toBe('CliError\n')
  expect(startOf(pid)).toBeUndefined()
})

function fail(): never {
  throw new Error('It has not started yet')
}
