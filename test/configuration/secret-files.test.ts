import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, test } from 'vitest'
import { processNames, variablesOf } from '../../tools/configuration/processes.ts'
import { loadSecretFiles } from '../../tools/configuration/secret-files.ts'

test('commands and npm start read every secret of a process from its file', () => {
  const folder = temporaryServerHome()
  const secrets = new Set(processNames.flatMap(variablesOf).flatMap(({ name, secret }) => (secret ? [name] : [])))
  const environment: NodeJS.ProcessEnv = { CORS_ORIGINS: '' }
  for (const name of secrets) {
    const path = join(folder, name)
    writeFileSync(path, `the value of ${name}\n`)
    environment[`${name}_FILE`] = path
  }
  loadSecretFiles(environment)
  const given = Object.fromEntries([...secrets].map(name => [name, `the value of ${name}`]))
  expect(environment).toEqual({ CORS_ORIGINS: '', ...given })
})

test('a command names each file that it cannot read', () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const files = { DATABASE_ADMIN_URL_FILE: '/none/database', RABBITMQ_URL_FILE: '/none/broker' }
  const env = { PATH, NODE_COMPILE_CACHE, ...files }
  const { status, stderr } = spawnSync(process.execPath, ['tools/migrate.ts'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^DATABASE_ADMIN_URL_FILE names a file that cannot be read \(ENOENT\)\./m)
  expect(stderr).toMatch(/^RABBITMQ_URL_FILE names a file that cannot be read \(ENOENT\)\./m)
})
