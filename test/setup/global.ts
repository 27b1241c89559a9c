import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError, formatError } from '@campstore/local-servers/cli-error'
import { identityProject } from '@campstore/local-servers/identity'
import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { killRecorded, stopOrphans } from '@campstore/local-servers/pid-file'
import { freePorts } from '@campstore/local-servers/ports'
import { createDatabaseOf, onDatabase, onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { killEverything, recordProcessesIn } from '@campstore/local-servers/processes'
import { chooseServers, type LocalServers } from '@campstore/local-servers/servers'
import type { TestServers } from '@campstore/testing/servers'
import type { TestProject } from 'vitest/node'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { exitOnSignals } from '../../tools/own-processes.ts'

const projectDirectory = fileURLToPath(new URL('../..', import.meta.url))
const allRuns = join(projectDirectory, '.local', 'test-processes')

/**
 * Begins to start the throw-away servers of a project's tests, on free ports. Tests wait for the servers' addresses.
 *
 * @returns what ends them; a run that is interrupted ends them too
 */
export default async function startTestServers(project: TestProject): Promise<() => Promise<void>> {
  const label = `${process.pid}-${project.name}`
  await stopOrphans(allRuns)
  const thisRun = join(allRuns, label)
  recordProcessesIn(thisRun)
  process.once('exit', () => killRecorded(thisRun)) // including processes of the test workers
  exitOnSignals()
  let ended = false
  const starting = infrastructure(label).then(servers => addresses(servers, label))
  starting.catch(async error => {
    if (ended) return
    await killEverything()
    process.stderr.write(`${formatError(error)}\n`)
    process.exit(1)
  })
  const tell = (socket: Socket) =>
    void starting.then(
      found => socket.end(JSON.stringify(found)),
      () => socket.destroy(),
    )
  const door = createServer(socket => tell(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('serversPort', (door.address() as AddressInfo).port)
  return async () => {
    ended = true
    door.close()
    await killEverything()
    killRecorded(thisRun)
    rmSync(thisRun, { recursive: true, force: true })
  }
}

async function infrastructure(label: string): Promise<LocalServers> {
  const [postgres = 0, rabbitmq = 0, rabbitmqManagement = 0, redis = 0, identity = 0] = await freePorts(5)
  const home = temporaryMemoryHome()
  const logs = join(home, 'logs')
  mkdirSync(logs)
  return chooseServers({
    home,
    logs,
    ports: { postgres, rabbitmq, rabbitmqManagement, redis, identity },
    environment: process.env,
    label: `test-${label}`,
    throwAway: true,
  })
}

async function addresses(servers: LocalServers, label: string): Promise<TestServers> {
  const [templateUrl, broker, redis, identity] = await Promise.all([
    servers.postgres().then(({ adminUrl }) => migratedTemplate(adminUrl, label)),
    servers.rabbitmq(),
    servers.redis(),
    servers.identity(),
  ])
  if (redis === undefined)
    throw new CliError('The tests need Redis. Install redis-server, start Docker, or set REDIS_URL.')
  return {
    templateUrl,
    rabbitmqUrl: broker.url,
    rabbitmqManagementUrl: broker.managementUrl,
    redisUrl: redis.url,
    identityHost: identity.host,
    identityProject,
  }
}

/** Makes the database that every test's database is cloned from. */
async function migratedTemplate(adminUrl: string, label: string): Promise<string> {
  const template = new URL(adminUrl)
  // Servers that were given may be shared with another run.
  const name = `campstore_template_${label.replace('-', '_')}`
  template.pathname = `/${name}`
  await onMaintenanceDatabase(adminUrl, client => client.query(`drop database if exists ${name} with (force)`))
  await createDatabaseOf(template.href)
  await migrateAll({ adminUrl: template.href, passwords: { given: localRolePasswords() } })
  // The first connection writes a cache of the catalog, which every clone gets.
  await onDatabase(template.href, client => client.query('select'))
  return template.href
}
