import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError, formatError } from '@campstore/local-servers/cli-error'
import { identityProject } from '@campstore/local-servers/identity'
import { findOrInstall, installPackage } from '@campstore/local-servers/installed-programs'
import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { killRecorded, stopOrphans } from '@campstore/local-servers/pid-file'
import { freePorts } from '@campstore/local-servers/ports'
import { createDatabaseOf, onDatabase, onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { killEverything, recordProcessesIn, trackTemporaryDirectory } from '@campstore/local-servers/processes'
import { chooseServers, type LocalServers } from '@campstore/local-servers/servers'
import { bundlesVariable } from '@campstore/testing/processes'
import type { TestServers } from '@campstore/testing/servers'
import type { TestProject } from 'vitest/node'
import { bundleProcesses } from '../../tools/bundle.ts'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { exitOnSignals } from '../../tools/own-processes.ts'

const projectDirectory = fileURLToPath(new URL('../..', import.meta.url))
/** Projects of vitest.config.ts. */
const withoutServers = ['fast', 'console']
const allRuns = join(projectDirectory, '.local', 'test-processes')

/**
 * Begins to start the throw-away servers of a test run, on free ports. Tests wait for the servers' addresses, except in projects
 * without servers.
 *
 * @returns what ends them; a run that is interrupted ends them too
 */
export default async function startTestServers(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => withoutServers.includes(name))) return undefined
  await stopOrphans(allRuns)
  const thisRun = join(allRuns, String(process.pid))
  recordProcessesIn(thisRun)
  process.once('exit', () => killRecorded(thisRun)) // including processes of the test workers
  exitOnSignals()
  if (project.vitest.projects.some(({ name }) => name === 'system')) {
    await installPrograms()
    await bundleAll()
  }
  const starting = infrastructure().then(addresses)
  starting.catch(async error => {
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
    door.close()
    await killEverything()
    killRecorded(thisRun)
    rmSync(thisRun, { recursive: true, force: true })
  }
}

/** Tests of the whole system run the processes in the form that the image has. */
async function bundleAll(): Promise<void> {
  const folder = mkdtempSync(join(projectDirectory, '.local', 'bundles-'))
  trackTemporaryDirectory(folder)
  await bundleProcesses(folder)
  process.env[bundlesVariable] = folder
}

/** Installs what tests of the whole system need besides these servers: that takes longer than a test waits. One that cannot be had is for its test to say. */
async function installPrograms(): Promise<void> {
  for (const name of ['chromium-headless-shell', 'pgbouncer']) await findOrInstall(name)
  await findOrInstall('promtool', [], 'prometheus')
  await installPackage('python3-pika')
}

async function infrastructure(): Promise<LocalServers> {
  const [postgres = 0, rabbitmq = 0, rabbitmqManagement = 0, redis = 0, identity = 0] = await freePorts(5)
  const home = temporaryMemoryHome()
  const logs = join(home, 'logs')
  mkdirSync(logs)
  return chooseServers({
    home,
    logs,
    ports: { postgres, rabbitmq, rabbitmqManagement, redis, identity },
    environment: process.env,
    label: `test-${process.pid}`,
    throwAway: true,
  })
}

async function addresses(servers: LocalServers): Promise<TestServers> {
  const [templateUrl, broker, redis, identity] = await Promise.all([
    servers.postgres().then(({ adminUrl }) => migratedTemplate(adminUrl)),
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
async function migratedTemplate(adminUrl: string): Promise<string> {
  const template = new URL(adminUrl)
  // Servers that were given may be shared with another run.
  const name = `campstore_template_${process.pid}`
  template.pathname = `/${name}`
  await onMaintenanceDatabase(adminUrl, client => client.query(`drop database if exists ${name} with (force)`))
  await createDatabaseOf(template.href)
  await migrateAll({ adminUrl: template.href, passwords: { given: localRolePasswords() } })
  // The first connection writes a cache of the catalog, which every clone gets.
  await onDatabase(template.href, client => client.query('select'))
  return template.href
}
