import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@campstore/core/config/load-config'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { expect, test } from 'vitest'
import { type ProcessName, processNames, schemas, variablesOf } from '../../tools/configuration/processes.ts'
import { loadSecretFiles } from '../../tools/configuration/secret-files.ts'
import { soundEnvironment } from './sound-environment.ts'

const folder = temporaryServerHome()

const secretsOf = (process: ProcessName): string[] =>
  variablesOf(process)
    .filter(({ secret }) => secret)
    .map(({ name }) => name)

/** The same environment with each secret in a file. */
function inFiles(environment: NodeJS.ProcessEnv, secrets: readonly string[]): NodeJS.ProcessEnv {
  const moved = { ...environment }
  for (const secret of secrets) {
    const path = join(folder, secret)
    writeFileSync(path, `${environment[secret]}\n`)
    delete moved[secret]
    moved[`${secret}_FILE`] = path
  }
  return moved
}

test.each(Object.entries(schemas))('each process reads its secrets from files: %s', (name, schema) => {
  const secrets = secretsOf(name as keyof typeof schemas)
  expect(secrets).not.toEqual([])
  const environment = inFiles(soundEnvironment, secrets)
  expect(loadConfig<typeof schema>(schema, environment)).toEqual(loadConfig<typeof schema>(schema, soundEnvironment))
})

test('commands and npm start read theirs', () => {
  const secrets = [...new Set(processNames.flatMap(secretsOf))]
  const given = Object.fromEntries(secrets.map(name => [name, `the value of ${name}`]))
  const environment = { CORS_ORIGINS: '', ...inFiles(given, secrets) }
  loadSecretFiles(environment)
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
