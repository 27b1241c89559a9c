import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { version } from '@campstore/core/version'
import { formatError, messageOf } from '@campstore/local-servers/cli-error'
import { assertPortsFree } from '@campstore/local-servers/ports'
import { onDatabase } from '@campstore/local-servers/postgres'
import { refuseStarts, runToEnd, startProcess, stopEverything, stopProcesses } from '@campstore/local-servers/processes'
import type { LocalServers } from '@campstore/local-servers/servers'
import {
  loadEnvironment,
  localDirectory,
  parseCommandLine,
  projectDirectory,
  systemFile,
  UsageError,
} from './command.ts'
import { nodeEnvironment } from './service-flags.ts'
import type { BrokerLogins } from './start/own-servers.ts'
import { localServers, logs, type Places, processesOf, serversOf, systemVariables } from './start/places.ts'
import { showProgress } from './start/progress.ts'
import { readableLogs } from './start/readable-logs.ts'
import {
  type Addresses,
  exposureWarning,
  gatewayEnvironment,
  internalKeysOf,
  refuseProduction,
  serviceEnvironment,
  simulatorEnvironment,
} from './start/service-environment.ts'
import { startService } from './start/service-process.ts'
import { type StartSettings, startSettings } from './start/settings.ts'
import { takeStartLock } from './start/start-lock.ts'
import { createSupervisor, type Started } from './start/supervisor.ts'
import { welcome } from './start/welcome.ts'
import { recordSystem } from './system/record.ts'

/** This file exists from the first import until the activity is imported, so that a start after an interrupted one imports it. */
const activityIsDue = join(localDirectory, 'activity-is-due')
/** Names of the services that were started. */
const services = new Set<string>()
const progress = showProgress(process.stdout)
const { step } = progress
const supervisor = createSupervisor({ report: progress.line, giveUp: fail })
let removeRecord = () => {}
let stopping: Promise<void> | undefined

/** Starts everything, or throws. What exits from then on is restarted. */
async function start(): Promise<void> {
  parseCommandLine('start', process.argv.slice(2), {})
  loadEnvironment()
  refuseProduction(process.env)
  const settings = startSettings(process.env)
  const orphans = await takeStartLock(localDirectory)
  if (orphans.length > 0) progress.line(`  Stopped processes left over from a previous run: ${orphans.join(', ')}`)
  const infrastructure = await localServers(settings)
  // Containers of a killed run are gone now.
  await assertPortsFree(settings.requiredPorts)
  const { buildPages } = await import('./build-pages.ts')
  const source = process.env.RABBITMQ_URL ? 'environment' : 'local'
  // Loaded while the servers start.
  const logins = import('./start/own-servers.ts').then(({ brokerLogins }) =>
    brokerLogins(infrastructure.rabbitmqUrl, source, process.env),
  )
  const broker = startBroker(infrastructure, logins)
  const others = Promise.all([startOthers(infrastructure), buildPages()]).then(([servers]) => servers)
  // RabbitMQ takes longest, and services start without it.
  const processes = Promise.all([others, logins]).then(([servers, { urlFor }]) =>
    runServices(settings, servers, urlFor),
  )
  // Not later: its transaction holds rows that requests of members and staff write.
  const activity = others.then(({ postgres }) => importActivity(postgres.adminUrl))
  const [rabbitmq, servers, { passwords }, showLogs] = await Promise.all([broker, others, logins, processes, activity])
  const places = { ...servers, rabbitmq: { ...rabbitmq, paymentPassword: passwords.payment } }
  const record = {
    version,
    processes: processesOf(settings),
    servers: serversOf(places),
    variables: systemVariables(places, settings.gatewayPort, process.env),
  }
  removeRecord = recordSystem(record, systemFile)
  const seconds = progress.seconds()
  progress.end()
  process.stdout.write(`${await welcome(settings, places, seconds)}\n`)
  const warning = exposureWarning(process.env)
  if (warning) process.stdout.write(`  ${warning}\n\n`)
  showLogs()
  void startConsole(`http://127.0.0.1:${settings.gatewayPort}`)
}

/** Imports weeks of bookings and orders, unless that is done; a failure is told, and everything else starts. */
async function importActivity(adminUrl: string): Promise<void> {
  if (!existsSync(activityIsDue)) return
  const work = async () => {
    await importData('data/activity', adminUrl)
    rmSync(activityIsDue)
    return 'bookings and orders of the past weeks'
  }
  await step('activity', () =>
    work().catch(error => `not imported, npm run import -- data/activity tries again: ${messageOf(error)}`),
  )
}

/** Builds the console where it is not current, with low priority; a failure is told, and everything else runs on. */
async function startConsole(gateway: string): Promise<void> {
  const { isConsoleCurrent } = await import('./build-console.ts')
  if (isConsoleCurrent()) return
  const log = join(logs, 'console.log')
  const build = startProcess({
    name: 'console',
    command: process.execPath,
    args: [join(projectDirectory, 'tools', 'bootstrap.mjs'), 'console'],
    env: process.env,
    output: { file: log },
    stopWithinMs: 3_000,
  })
  if (build.child.pid !== undefined) setPriority(build.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  await build.exited
  if (stopping !== undefined) return
  const outcome = isConsoleCurrent() ? `${gateway}/staff` : `not built; ${log} says why, npm run console tries again`
  progress.line(`  console     ${outcome}`)
}

const sourceOf = (server: { source: string }) => server.source

const runServer = <S extends Started | undefined>(
  name: string,
  start: () => Promise<S>,
  outcome: (server: S) => string,
) => step(name, () => supervisor.keepRunning({ name, start }), outcome)

async function startBroker(infrastructure: LocalServers, logins: Promise<BrokerLogins>) {
  const server = await runServer('RabbitMQ', infrastructure.rabbitmq, sourceOf)
  const { prepareBrokerFor } = await import('./start/own-servers.ts')
  const outcome = server.source === 'environment' ? 'unchanged' : 'one per service'
  await step(
    'broker users',
    async () => prepareBrokerFor(server, await logins, process.env),
    () => outcome,
  )
  return server
}

/** Starts the other servers in parallel; the database is migrated and filled as soon as it runs. */
async function startOthers(infrastructure: LocalServers): Promise<Omit<Places, 'rabbitmq'>> {
  const [postgres, redis, identity] = await Promise.all([
    runServer('PostgreSQL', infrastructure.postgres, sourceOf).then(async server => {
      const { migrateFor } = await import('./start/own-servers.ts')
      await step('migrations', async () => `${await migrateFor(server, process.env)} applied`)
      await step(
        'demonstration data',
        () => importDemo(server.adminUrl),
        outcome => outcome,
      )
      return server
    }),
    runServer('Redis', infrastructure.redis, server => server?.source ?? 'not found, continuing without'),
    runServer('identity emulator', infrastructure.identity, sourceOf),
  ])
  return { postgres, redis, identity }
}

/** Imports what the services need; the activity follows while they start. */
async function importDemo(adminUrl: string): Promise<string> {
  const { rows } = await onDatabase(adminUrl, client =>
    client.query<{ campgrounds: boolean; products: boolean; administrators: boolean }>(
      `select
         exists (select from booking.campground) as campgrounds,
         exists (select from catalog.product) as products,
         exists (select from admin.account) as administrators`,
    ),
  )
  const [has] = rows
  // Existing campgrounds may be the user's own data, which must neither be changed nor mixed with the demonstration data.
  if (has?.campgrounds) {
    const missing = (['products', 'administrators'] as const).filter(name => !has[name]).join(' and ')
    return missing === ''
      ? 'exists already'
      : `exists already, without ${missing}: npm run import -- data/demo data/activity`
  }
  writeFileSync(activityIsDue, '')
  await importData('data/demo', adminUrl)
  return 'imported from data/demo'
}

const importData = (directory: string, adminUrl: string): Promise<void> =>
  runToEnd({
    name: `The import of ${directory}`,
    command: process.execPath,
    args: ['tools/import.ts', directory].map(path => join(projectDirectory, path)),
    env: { ...process.env, DATABASE_ADMIN_URL: adminUrl },
    output: { file: join(logs, 'import.log') },
  })

/**
 * Starts the services and the payment simulator, then the gateway, which checks the services' health.
 *
 * @returns shows their logs on the terminal from now on; until then they only go to their files
 */
async function runServices(
  settings: StartSettings,
  places: Omit<Places, 'rabbitmq'>,
  rabbitmqUrl: BrokerLogins['urlFor'],
): Promise<() => void> {
  const addresses: Addresses = {
    adminUrl: places.postgres.adminUrl,
    rabbitmqUrl,
    redisUrl: places.redis?.url,
    identityHost: places.identity.host,
    internalKeys: internalKeysOf(process.env),
  }
  let show = (_service: string, _line: string) => {}
  const run = (name: string, main: string, environment: NodeJS.ProcessEnv, readyPath: string) => {
    const url = `http://127.0.0.1:${environment.PORT}`
    const options = {
      name,
      readyUrl: `${url}${readyPath}`,
      log: join(logs, `${name}.log`),
      environment: { ...nodeEnvironment(join(localDirectory, 'compile-cache')), ...environment },
      main: join(projectDirectory, main),
      onLine: (from: string, line: string) => show(from, line),
    }
    services.add(name)
    const service = {
      name,
      start: () => startService(options),
      // It may have to wait until a server that it needs has been restarted too.
      restart: () => startService(options, Number.POSITIVE_INFINITY),
    }
    return step(name, () => supervisor.keepRunning(service).then(() => url))
  }
  const started = settings.services.map(service => {
    const environment = serviceEnvironment(service, settings, addresses, process.env)
    return run(service.name, `services/${service.name}/src/main.ts`, environment, '/health/ready')
  })
  if (settings.paymentSimulatorPort !== undefined) {
    const environment = simulatorEnvironment(settings, addresses, process.env)
    started.push(run('simulator', 'tools/payment-simulator/main.ts', environment, '/health'))
  }
  await Promise.all(started)
  await run('gateway', 'gateway/src/main.ts', gatewayEnvironment(settings, addresses, process.env), '/health')
  return () => {
    show = readableLogs(process.stdout)
  }
}

/** Stops everything in order: the services before the servers that they use. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    supervisor.stop()
    refuseStarts()
    progress.end()
    if (services.size > 0) process.stdout.write('\nStopping\n')
    await stopProcesses(services)
    await stopEverything()
    removeRecord()
    if (services.size > 0) process.stdout.write('Stopped\n')
    process.exit(exitCode)
  })()
  return stopping
}

/** Stops everything because of an error, unless it stops already. */
function fail(error: unknown): void {
  if (stopping !== undefined) return
  progress.end()
  process.stderr.write(`${formatError(error)}\n`)
  void stop(error instanceof UsageError ? 64 : 1)
}

let firstSignalAt = 0
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    const exitCode = 128 + constants.signals[name]
    // The terminal and npm both deliver one Ctrl-C. Only a later one means: do not wait for the stop.
    if (firstSignalAt > 0 && Date.now() - firstSignalAt > 1_500) process.exit(exitCode)
    firstSignalAt ||= Date.now()
    void stop(exitCode)
  })
}
process.on('exit', () => removeRecord())
process.stdout.on('error', () => {
  // The terminal was closed; the processes still have to be stopped.
})

start().catch(fail)
