import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { CliError, messageOf } from './cli-error.ts'
import { openPidFile, type PidFile } from './pid-file.ts'
import { processesExited, processorTimeOf, signal } from './running-processes.ts'

/** A user of the operating system. */
export type SystemUser = { name: string; uid: number; gid: number }

/** How to start a process that never outlives this one. */
export type ServerCommand = {
  /** For people: in messages and in the pid file. */
  name: string
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Only root may name another user. */
  user?: SystemUser | undefined
  /** Where its output goes; `pipe` hands standard output and error to the caller. */
  output: { file: string } | 'pipe'
  /** Asks for a graceful stop. */
  stopSignal?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'
  /** Stops it at once: PostgreSQL cleans up its shared memory on SIGQUIT and not on SIGKILL. */
  killSignal?: 'SIGKILL' | 'SIGQUIT'
  /** How long a graceful stop may take, in milliseconds, before the process is killed. */
  stopWithinMs?: number
  /** Others need it while they run: when everything is stopped, it is stopped after them. */
  isLast?: boolean
}

/**
 * A child in its own process group, so that a terminal's Ctrl-C reaches only this process, which stops its children in
 * order.
 */
export type ServerProcess = {
  name: string
  pid: number
  child: ChildProcess
  /** Resolves when it has exited, with how: `exit code 1`, `signal SIGKILL`. */
  exited: Promise<string>
  hasExited(): boolean
  /** Stops it gracefully, and kills the whole group when that takes too long. */
  stop(): Promise<void>
  /** Stops it at once, as a power failure would. */
  kill(): Promise<void>
  isLast: boolean
}

const running = new Map<ServerProcess, () => void>()
const stoppedAtEnd = new Set<() => Promise<unknown>>()
const temporaryDirectories = new Set<string>()
const pidFilesVariable = 'CAMPSTORE_PID_FILES'
let openedPidFile: PidFile | undefined
let closing = false

/**
 * From now on, started processes are also recorded in `directory`, so that the next run can stop them if this one is killed.
 * Child processes that start servers themselves (test workers) keep their own pid files there.
 */
export function recordProcessesIn(directory: string): void {
  process.env[pidFilesVariable] = directory
  openedPidFile ??= openPidFile(directory)
}

function pidFile(): PidFile | undefined {
  const directory = process.env[pidFilesVariable]
  if (openedPidFile === undefined && directory !== undefined) openedPidFile = openPidFile(directory)
  return openedPidFile
}

/** Also calls `stop` when everything is stopped; for things that are not child processes, such as containers. */
export function stopAtEnd(stop: () => Promise<unknown>): void {
  stoppedAtEnd.add(stop)
}

/** Removes the directory when this process exits, at the latest. */
export function trackTemporaryDirectory(path: string): void {
  temporaryDirectories.add(path)
  pidFile()?.addTemporaryDirectory(path)
}

/**
 * Starts a process in its own group.
 *
 * @throws {CliError} when the command cannot be started, or everything is being stopped
 */
export function startProcess(command: ServerCommand): ServerProcess {
  if (closing) throw new CliError('Stopped before it was ready')
  const { name, stopSignal = 'SIGTERM', killSignal = 'SIGKILL', stopWithinMs = 5_000 } = command
  const child = spawnInGroup(command)
  const { pid } = child
  let ended = false
  const exited = new Promise<string>(resolve => {
    child.once('error', error => resolve(messageOf(error)))
    child.once('exit', (code, by) => resolve(by === null ? `exit code ${code}` : `signal ${by}`))
  })
  if (pid === undefined)
    throw new CliError(`Cannot start ${name}: ${command.command} does not exist or is not executable`)
  pidFile()?.addProcess({ pid, name, stopSignal, killSignal })
  const killNow = () => signal(killSignal === 'SIGKILL' ? -pid : pid, killSignal)
  const end = async (request: () => void) => {
    if (ended) return
    request()
    const waiting = new AbortController()
    await Promise.race([exited, delay(stopWithinMs, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    if (!ended) signal(-pid, 'SIGKILL')
    await exited
  }
  const server: ServerProcess = {
    name,
    pid,
    child,
    exited,
    hasExited: () => ended,
    stop: () => end(() => signal(pid, stopSignal)),
    kill: () => end(killNow),
    isLast: command.isLast ?? false,
  }
  running.set(server, killNow)
  void exited.then(() => {
    ended = true
    signal(-pid, 'SIGKILL') // the rest of its group
    running.delete(server)
    pidFile()?.removeProcess(pid)
  })
  return server
}

function spawnInGroup({ command, args, env, cwd, user, output }: ServerCommand): ChildProcess {
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  const options = { env: env ?? process.env, cwd, detached: true, ...identity }
  if (output === 'pipe') return spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  mkdirSync(dirname(output.file), { recursive: true })
  const log = openSync(output.file, 'a')
  try {
    return spawn(command, args, { ...options, stdio: ['ignore', log, log] })
  } finally {
    closeSync(log)
  }
}

/**
 * Runs a command until it exits, tracked like a server.
 *
 * @throws {CliError} when it fails, with the last line it wrote
 */
export async function runToEnd(command: ServerCommand & { output: { file: string } }): Promise<void> {
  const outcome = await startProcess(command).exited
  if (outcome === 'exit code 0') return
  throw new CliError(`${command.name} failed (${outcome}): ${lastLine(command.output.file)} (${command.output.file})`)
}

/** A server whose start makes no progress for this long, in milliseconds, hangs. A server that exits fails at once; a slow one is waited for. */
const longestStandstillMs = 300_000
/** How often it is looked for progress, in milliseconds. Of more time than the longest, this process itself did not run. */
const lookEveryMs = 500
const longestLookMs = 5_000

/**
 * Waits until a server answers, however slow the machine is. Progress of a start is output, or processor time of its processes;
 * once the server says why it is not ready, only another reason.
 *
 * @param options.answers true once it is ready; why it is not, where it says so; an exception means that it does not answer yet
 * @param options.standstillMs default five minutes
 * @param options.meaningless lines of its log that say nothing about why it has ended
 * @throws {CliError} when the server exits first or makes no progress, with the last line of its log
 */
export async function untilReady(
  server: ServerProcess,
  options: { answers: () => Promise<boolean | string>; standstillMs?: number; log?: string; meaningless?: RegExp },
): Promise<void> {
  const { standstillMs = longestStandstillMs, log, meaningless } = options
  const lastOutput = () => (log === undefined ? '' : `: ${lastLine(log, meaningless)} (see ${log})`)
  const progress = createProgress(() => `${processorTimeOf(server.pid)} ${sizeOf(log)}`)
  while (true) {
    const answer = await options.answers().catch(() => false)
    if (answer === true) return
    if (closing) throw new CliError('Stopped before it was ready')
    if (server.hasExited()) {
      await delay(100) // its last output may still be in a pipe
      throw new CliError(`${server.name} failed to start (${await server.exited})${lastOutput()}`)
    }
    const why = typeof answer === 'string' ? answer : undefined
    if (progress.standsFor(why) > standstillMs) {
      await server.kill()
      const seconds = Math.round(standstillMs / 1000)
      throw new CliError(
        `${server.name} is not ready (${why ?? 'no answer'}), and has made no progress for ${seconds} s${lastOutput()}`,
      )
    }
    await delay(50)
  }
}

/**
 * For how long a start has made no progress, in milliseconds. Time in which this process itself did not run does not count.
 *
 * @param look at the server; a start that has progressed looks differently
 */
function createProgress(look: () => string) {
  let seen = ''
  let lookedAt = performance.now()
  let standingMs = 0
  return {
    standsFor(why: string | undefined): number {
      const passed = performance.now() - lookedAt
      if (passed < lookEveryMs) return standingMs
      lookedAt += passed
      const now = why ?? look()
      standingMs = now === seen ? standingMs + Math.min(passed, longestLookMs) : 0
      seen = now
      return standingMs
    },
  }
}

const sizeOf = (log: string | undefined): number =>
  (log === undefined ? undefined : statSync(log, { throwIfNoEntry: false })?.size) ?? 0

/**
 * The last line of a log that is not empty or meaningless, without colours, with the line that it belongs to when it is
 * indented.
 */
export function lastLine(file: string, meaningless?: RegExp): string {
  try {
    const lines = stripVTControlCharacters(readFileSync(file, 'utf8'))
      .split('\n')
      .filter(line => line.trim() !== '' && meaningless?.test(line) !== true)
    return (
      lines
        .slice(lines.findLastIndex(line => !line.startsWith(' ')))
        .join('\n')
        .trim() || 'no output'
    )
  } catch {
    return 'no output'
  }
}

/** From now on nothing can be started, and no start succeeds that is in progress. */
export function refuseStarts(): void {
  closing = true
}

/** Stops the running processes with these names, gracefully and in parallel. */
export async function stopProcesses(names: ReadonlySet<string>): Promise<void> {
  const named = [...running.keys()].filter(({ name }) => names.has(name))
  await Promise.all(named.map(server => server.stop()))
}

/** Stops everything that still runs, gracefully and in parallel; nothing can be started afterwards. */
export const stopEverything = (): Promise<void> => endEverything(server => server.stop())

/** Kills everything that still runs and waits for it; nothing can be started afterwards. */
export const killEverything = (): Promise<void> => endEverything(server => server.kill())

async function endEverything(end: (server: ServerProcess) => Promise<void>): Promise<void> {
  closing = true
  const first = [...running.keys()].filter(server => !server.isLast)
  await Promise.allSettled([...first.map(end), ...[...stoppedAtEnd].map(stop => stop())])
  await Promise.allSettled([...running.keys()].map(end))
  killEverythingNow()
}

/** Kills everything that still runs, synchronously: for use at `exit`. Nothing can be started afterwards. */
export function killEverythingNow(): void {
  closing = true
  for (const killNow of running.values()) killNow()
  processesExited([...running.keys()].map(({ pid }) => pid))
  for (const path of temporaryDirectories) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  openedPidFile?.close()
}

process.once('exit', killEverythingNow)
