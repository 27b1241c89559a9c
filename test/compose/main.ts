import { constants } from 'node:os'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { parseCommandLine, runCommand } from '../../tools/command.ts'
import { type ComposeProject, createProject, ownServices } from './project.ts'
import { buildImage, checkHardening, killOne, playDemo, runTools, scaleUp, start, stop, upgrade } from './steps.ts'

async function step(name: string, work: () => Promise<string>): Promise<void> {
  process.stdout.write(`${name} …\n`)
  const began = Date.now()
  const outcome = await work().catch(error => {
    throw new CliError(`${name}: ${messageOf(error)}`)
  })
  process.stdout.write(`  ${((Date.now() - began) / 1_000).toFixed(1)} s  ${outcome}\n`)
}

async function runSteps(project: ComposeProject): Promise<void> {
  await step('build the image', () => buildImage(project))
  await step('up', () => start(project))
  await step('users, read-only file systems', () => checkHardening(project))
  await step('demonstration', () => playDemo(project))
  await step('scale up', () => scaleUp(project))
  const killed = [...ownServices, 'payment-simulator', 'identity', 'redis', 'rabbitmq', 'postgres']
  for (const service of killed) await step(`kill ${service}`, () => killOne(project, service))
  await step('demonstration after all were killed', () => playDemo(project))
  await step('upgrade', () => upgrade(project))
  await step('demonstration after the upgrade', () => playDemo(project))
  await step('tools in the image, with the audit', () => runTools(project))
  await step('stop', () => stop(project))
}

async function main(args: string[]): Promise<string> {
  parseCommandLine('test:compose', args, {})
  const project = await createProject()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => void project.remove().finally(() => process.exit(128 + constants.signals[name])))
  }
  try {
    await runSteps(project)
  } catch (error) {
    process.stderr.write(await project.compose(['logs', '--no-color', '--tail', '15']).catch(messageOf))
    throw error
  } finally {
    await step('down', () => project.remove().then(() => ''))
  }
  return '\nAll steps passed.'
}

await runCommand(main, { onOwnServers: true })
process.exit()
