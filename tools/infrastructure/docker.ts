import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CliError, messageOf } from './cli-error.ts'
import { portFreed } from './ports.ts'
import { forgetContainer, trackContainer } from './processes.ts'

const run = promisify(execFile)
const docker = (args: readonly string[], timeout = 30_000) => run('docker', [...args], { timeout })

/** A container that runs. */
export type Container = { stop(): Promise<void>; kill(): Promise<void> }

/**
 * Which of the images a running engine has, or gets in a bounded time.
 *
 * @param pullWithinMs for all pulls together, which run side by side
 * @returns an empty set when there is no engine
 */
export async function availableImages(wanted: readonly string[], pullWithinMs = 120_000): Promise<Set<string>> {
  try {
    await docker(['version', '--format', '{{.Server.Version}}'], 3_000)
  } catch {
    return new Set()
  }
  const have = async (image: string) => {
    const present = await docker(['image', 'inspect', image], 5_000).then(Boolean, () => false)
    return present || (await docker(['pull', '--quiet', image], pullWithinMs).then(Boolean, () => false))
  }
  const available = await Promise.all(wanted.map(have))
  return new Set(wanted.filter((_, index) => available[index]))
}

/**
 * Starts a container that is removed when it ends; its data, where it has any, stays in a volume.
 *
 * @param options.publish host port by container port
 * @param options.volume name of the volume and where it is mounted
 * @param options.answers true once the server in it answers
 * @throws {CliError} when it ends or does not answer in time, with the last line of its log
 */
export async function startContainer(options: {
  name: string
  image: string
  publish: Readonly<Record<number, number>>
  environment?: Readonly<Record<string, string>>
  volume?: { name: string; path: string }
  command?: readonly string[]
  answers: () => Promise<boolean>
}): Promise<Container> {
  const { name, image, publish, environment = {}, volume, command = [], answers } = options
  await docker(['rm', '--force', name]).catch(() => {
    // There was none left of an earlier run.
  })
  for (const port of Object.values(publish)) await portFreed(port, name)
  const args = [
    'run',
    '--detach',
    '--init',
    '--name',
    name,
    '--hostname',
    name,
    ...Object.entries(publish).flatMap(([inside, outside]) => ['--publish', `127.0.0.1:${outside}:${inside}`]),
    ...Object.entries(environment).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
    ...(volume === undefined ? [] : ['--volume', `${volume.name}:${volume.path}`]),
  ]
  trackContainer(name)
  try {
    await docker([...args, image, ...command], 60_000)
    await untilAnswering(name, answers)
  } catch (error) {
    await removed(name, ['rm', '--force', name])
    throw error instanceof CliError
      ? error
      : new CliError(`container ${name} cannot be started: ${messageOf(error).trim()}`)
  }
  return {
    stop: async () => {
      await docker(['stop', '--time', '5', name]).catch(() => {})
      await removed(name, ['rm', '--force', name])
    },
    kill: () => removed(name, ['rm', '--force', name]),
  }
}

async function removed(name: string, args: readonly string[]): Promise<void> {
  await docker(args).catch(() => {
    // It is gone already, or the engine is.
  })
  forgetContainer(name)
}

async function untilAnswering(name: string, answers: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000
  while (!(await answers().catch(() => false))) {
    const { stdout } = await docker(['inspect', '--format', '{{.State.Running}}', name])
    if (stdout.trim() !== 'true' || Date.now() > deadline) {
      const log = await docker(['logs', '--tail', '1', name])
      throw new CliError(`container ${name} did not come up: ${(log.stderr || log.stdout).trim()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}
