import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, test } from 'vitest'
import { runClient } from './client-run.ts'

test.each([
  ['postgres://owner:hunter2@db/campstore?application_name=x', 'hunter2'],
  ['postgres://owner@db/campstore?password=hunter2&application_name=x', 'hunter2'],
  ['postgres://owner:hunter%2F2@db/campstore?application_name=x', 'hunter/2'],
])('the password of %s is not an argument, which everybody on the machine sees', async (address, password) => {
  const program = join(temporaryServerHome(), 'client')
  writeFileSync(program, '#!/bin/sh\necho "$PGPASSWORD $*"\n', { mode: 0o755 })
  const database = '--no-password --dbname=postgres://owner@db/campstore?application_name=x'
  expect(await runClient(program, ['--list'], address)).toBe(`${password} ${database} --list\n`)
})
