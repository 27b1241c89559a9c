import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@campstore/local-servers/ports'
import { startProcess, trackTemporaryDirectory, untilReady } from '@campstore/local-servers/processes'

const projectDirectory = fileURLToPath(new URL('../../..', import.meta.url))

/** A service or the gateway, running as a process of its own. */
export type ServiceProcess = {
  url: string
  port: number
  pid: number
  /** Where it writes its log. */
  log: string
  /** Resolves at its end with the reason: `exit code 0`, `signal SIGKILL`. */
  exited: Promise<string>
  /** Sends a signal and does not wait for its effect. */
  kill(signal: NodeJS.Signals): void
  /** Sends SIGTERM and waits for its end. */
  stop(): Promise<void>
}

/**
 * Starts `main.ts` of a service, or of the gateway, and waits until it is ready.
 *
 * @param main from the project's root: `services/booking/src/main.ts`
 * @param environment its configuration; PORT is a free one when it is not given
 * @param options.flags of Node
 * @param options.release root folder of another release than this one
 * @param options.logReader `gone`: its log goes to pipes whose reader leaves as soon as it is ready; by default, to a file
 * @throws {Problem} when it ends first or is not ready within `withinMs`
 */
export async function startService(
  main: string,
  environment: Readonly<Record<string, string>>,
  options: {
    readyPath?: string
    withinMs?: number
    flags?: readonly string[]
    release?: string | undefined
    logReader?: 'gone' | undefined
  } = {},
): Promise<ServiceProcess> {
  const { release = projectDirectory } = options
  const port = Number(environment.PORT ?? (await freePort()))
  const directory = mkdtempSync(join(tmpdir(), 'campstore-service-'))
  trackTemporaryDirectory(directory)
  const log = join(directory, 'service.log')
  const server = startProcess({
    name: main,
    command: process.execPath,
    args: [...(options.flags ?? []), resolve(release, main)],
    cwd: release,
    env: { ...inherited(), LOG_LEVEL: 'info', ...environment, PORT: String(port) },
    output: options.logReader === 'gone' ? 'pipe' : { file: log },
    stopWithinMs: 20_000,
  })
  const url = `http://127.0.0.1:${port}`
  const readyPath = options.readyPath ?? (main.startsWith('gateway/') ? '/health' : '/health/ready')
  const answers = async () => (await fetch(`${url}${readyPath}`, { signal: AbortSignal.timeout(2_000) })).ok
  await untilReady(server, { answers, withinMs: options.withinMs ?? 30_000, log })
  for (const pipe of [server.child.stdout, server.child.stderr]) pipe?.destroy()
  const kill = (signal: NodeJS.Signals) => void server.child.kill(signal)
  return { url, port, pid: server.pid, log, exited: server.exited, kill, stop: server.stop }
}

/** The variables that a process inherits in tests: not those of the test runner, which change how Node starts. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE }
}
