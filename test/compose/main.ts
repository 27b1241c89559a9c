import { constants } from 'node:os'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import pg from 'pg'
import { parseCommandLine, requiredAddress, runCommand } from '../../tools/command.ts'
import { type Clients, createSupply, startClients } from './load.ts'
import { type ComposeProject, createProject, ownServices, requireDocker } from './project.ts'
import {
  buildImage,
  checkHardening,
  checkResults,
  checkSpread,
  killOne,
  playDemo,
  runTools,
  scaleUp,
  start,
  stop,
  upgrade,
} from './steps.ts'

/** Ends a run in which a step hangs. */
const maxRunMs = 60 * 60_000

let clients: Clients | undefined

/** Runs one step. It fails when a request of the clients has failed meanwhile. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  process.stdout.write(`${name} …\n`)
  const began = Date.now()
  const failedBefore = clients?.seen.failures.length
  const outcome = await work().catch(error => {
    throw new CliError(`${name}: ${messageOf(error)}`)
  })
  const failures = clients?.seen.failures.slice(failedBefore) ?? []
  if (failures.length > 0) throw new CliError(`${name}: ${failures.length} requests failed, such as ${failures[0]}`)
  process.stdout.write(`  ${((Date.now() - began) / 1_000).toFixed(1)} s  ${outcome}\n`)
}

async function runSteps(project: ComposeProject): Promise<void> {
  await step('build the image', () => buildImage(project))
  await step('up', () => start(project))
  await step('users, read-only file systems', () => checkHardening(project))
  await step('tools in the image', () => runTools(project))
  await step('demonstration', () => playDemo(project))
  await step('scale up', () => scaleUp(project))
  await withClients(project, async owner => {
    const environment = project.environment()
    const supply = await createSupply(owner)
    const running = startClients({
      gateways: project.gateways(2),
      identityHost: requiredAddress(environment, 'FIREBASE_AUTH_EMULATOR_HOST'),
      rabbitmqUrl: requiredAddress(environment, 'RABBITMQ_URL'),
      supply,
    })
    clients = running
    await step('load on all containers', () => checkSpread(project))
    const killed = [...ownServices, 'payment-simulator', 'identity', 'redis', 'rabbitmq', 'postgres']
    for (const service of killed) await step(`kill ${service}`, () => killOne(project, service))
    await step('upgrade', () => upgrade(project))
    const broker = {
      rabbitmqUrl: requiredAddress(environment, 'RABBITMQ_URL'),
      managementUrl: requiredAddress(environment, 'RABBITMQ_MANAGEMENT_URL'),
    }
    await step('settle and audit', () => checkResults(running, owner, broker, supply))
  })
  clients = undefined
  await step('stop', () => stop(project))
}

/** Gives work a pool with the owner's role, and ends the clients that it started. */
async function withClients(project: ComposeProject, work: (owner: pg.Pool) => Promise<void>): Promise<void> {
  const connectionString = requiredAddress(project.environment(), 'DATABASE_ADMIN_URL')
  const owner = tolerateLosses(new pg.Pool({ connectionString, max: 3, connectionTimeoutMillis: 10_000 }))
  try {
    await work(owner)
  } finally {
    await clients?.stop()
    await owner.end()
  }
}

async function main(args: string[]): Promise<string> {
  parseCommandLine('test:compose', args, {})
  process.stdout.write(`${await requireDocker()}\n`)
  const project = await createProject()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => void project.remove().finally(() => process.exit(128 + constants.signals[name])))
  }
  const tooLong = setTimeout(() => {
    process.stderr.write('The run did not end in time\n')
    void project.remove().finally(() => process.exit(1))
  }, maxRunMs)
  try {
    await runSteps(project)
  } catch (error) {
    process.stderr.write(await project.compose(['logs', '--no-color', '--tail', '15']).catch(messageOf))
    throw error
  } finally {
    await step('down', () => project.remove().then(() => ''))
    clearTimeout(tooLong)
  }
  return '\nAll steps passed.'
}

await runCommand(main, { onOwnServers: true })
process.exit()
