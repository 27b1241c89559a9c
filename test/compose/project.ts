import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePortRange, freePorts } from '@campstore/local-servers/ports'
import { projectDirectory } from '../../tools/command.ts'
import { composeSystem } from '../../tools/system/compose.ts'

const run = promisify(execFile)

/** The services whose processes are ours. */
export const ownServices = ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'] as const

/** A separate Compose project, on free ports of this machine. */
export type ComposeProject = Awaited<ReturnType<typeof createProject>>

/** Runs docker in the project's folder. @throws {CliError} with the end of its output */
async function docker(args: readonly string[], environment: NodeJS.ProcessEnv, timeoutMs = 60_000): Promise<string> {
  try {
    const env = { ...process.env, ...environment }
    return (await run('docker', args, { cwd: projectDirectory, timeout: timeoutMs, maxBuffer: 64e6, env })).stdout
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new CliError(`docker ${args.slice(0, 6).join(' ')} failed: ${output.slice(-2_000) || messageOf(error)}`)
  }
}

/** Ports of this machine inside of the containers, by service. */
const published = { postgres: [5432], rabbitmq: [5672, 15_672], identity: [9099], 'payment-simulator': [8080] }

/** A Compose file that publishes the servers on free ports. */
async function portsFile(): Promise<string> {
  const services = Object.entries(published).map(async ([service, inside]) => {
    const ports = (await freePorts(inside.length)).map((port, index) => `'127.0.0.1:${port}:${inside[index]}'`)
    return `  ${service}: { ports: !override [${ports.join(', ')}] }\n`
  })
  const file = join(temporaryServerHome(), 'ports.yaml')
  writeFileSync(file, `services:\n${(await Promise.all(services)).join('')}`)
  return file
}

/** Makes the project; nothing runs yet. */
export async function createProject() {
  const name = `campstore-test-${process.pid}`
  const gatewayPort = await freePortRange(2)
  const ports = await portsFile()
  const environment: Record<string, string> = {
    COMPOSE_PROJECT_NAME: name,
    COMPOSE_PROFILES: '',
    CAMPSTORE_IMAGE: `${name}:first`,
    CHECKOUT_HOLD_SECONDS: '60', // unpaid holds expire within the run
    PORT: String(gatewayPort),
  }
  const call = (args: readonly string[], timeoutMs?: number) => docker(args, environment, timeoutMs)
  // Without `.env`, which belongs to the system of this folder.
  const compose = (args: readonly string[], timeoutMs = 600_000) =>
    call(['compose', '--env-file', devNull, '--file', 'docker-compose.yml', '--file', ports, ...args], timeoutMs)
  const containers = async (service: string) =>
    (await compose(['ps', '--all', '--quiet', service])).split('\n').filter(id => id !== '')
  const inspect = async (container: string, format: string) =>
    (await call(['inspect', '--format', format, container])).trim()

  return {
    name,
    call,
    compose,
    containers,
    inspect,
    /** Changes variables for the calls that follow. */
    set: (variables: Readonly<Record<string, string>>) => void Object.assign(environment, variables),
    environment: (): NodeJS.ProcessEnv => ({
      ...process.env,
      ...environment,
      ...composeSystem(projectDirectory, environment),
    }),
    /** The port of the first gateway; a second one takes the next port. */
    gatewayPort,
    /** Removes containers, networks, volumes and images of this project, and nothing else. */
    remove: async (): Promise<void> => {
      await compose(['--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '40'], 300_000)
      const images = await call(['image', 'ls', '--quiet', '--filter', `reference=${name}*`])
      for (const image of new Set(images.split('\n').filter(id => id !== '')))
        await call(['image', 'rm', '--force', image]).catch(() => {
          // Another name keeps the layers.
        })
    },
  }
}
