import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError, messageOf } from './cli-error.ts'
import type { SystemUser } from './os-users.ts'
import { openLedger, type ProcessLedger, removeContainer } from './pid-file.ts'
import { processExited, signal } from './running-processes.ts'

/** How to start a process that is ended before we end. */
export type ServerCommand = {
  /** For people: in messages and in the ledger. */
  name: string
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Only root may name another user. */
  user?: SystemUser | undefined
  /** Where its output goes; `pipe` hands standard output and error to the caller. */
  output: { file: string } | 'pipe'
  /** What asks it to end properly. */
  stopSignal?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'
  /** What ends it at once: PostgreSQL cleans up its shared memory on SIGQUIT and not on SIGKILL. */
  killSignal?: 'SIGKILL' | 'SIGQUIT'
  /** How long a proper end may take, in milliseconds, before it is killed. */
  stopWithinMs?: number
}

/** A process of ours, in a process group of its own, so that a terminal's Ctrl-C reaches us first and we end it in order. */
export type ServerProcess = {
  name: string
  pid: number
  child: ChildProcess
  /** Resolves when it has ended, with how: `exit code 1`, `signal SIGKILL`. */
  exited: Promise<string>
  hasExited(): boolean
  /** Asks it to end, and kills the whole group when it does not in time. */
  stop(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

const running = new Map<ServerProcess, () => void>()
const containers = new Set<string>()
const temporaryDirectories = new Set<string>()
const ledgerVariable = 'CAMPSTORE_PROCESS_LEDGERS'
let openedLedger: ProcessLedger | undefined
let closing = false

/**
 * From now on, what is started is recorded in `directory` as well, for the next run to end if this one is killed.
 * Node processes below this one (test workers) keep their own records there.
 */
export function recordProcessesIn(directory: string): void {
  process.env[ledgerVariable] = directory
  openedLedger ??= openLedger(directory)
}

function ledger(): ProcessLedger | undefined {
  const directory = process.env[ledgerVariable]
  if (openedLedger === undefined && directory !== undefined) openedLedger = openLedger(directory)
  return openedLedger
}

/** Containers count like processes: recorded, and removed at the latest when we end. */
export function trackContainer(name: string): void {
  containers.add(name)
  ledger()?.addContainer(name)
}

/** The container was removed. */
export function forgetContainer(name: string): void {
  containers.delete(name)
  ledger()?.removeContainer(name)
}

/** Removed at the latest when we end. */
export function trackTemporaryDirectory(path: string): void {
  temporaryDirectories.add(path)
  ledger()?.addTemporaryDirectory(path)
}

/**
 * Starts a process in its own group.
 *
 * @throws {CliError} when the command cannot be started, or everything is being ended
 */
export function startProcess(command: ServerCommand): ServerProcess {
  if (closing) throw new CliError('stopped before it was up')
  const { name, stopSignal = 'SIGTERM', killSignal = 'SIGKILL', stopWithinMs = 5_000 } = command
  const child = spawnInGroup(command)
  const { pid } = child
  let ended = false
  const exited = new Promise<string>(resolve => {
    child.once('error', error => resolve(messageOf(error)))
    child.once('exit', (code, by) => resolve(by === null ? `exit code ${code}` : `signal ${by}`))
  })
  if (pid === undefined)
    throw new CliError(`${name} cannot be started: ${command.command} is not there or not executable`)
  ledger()?.addProcess({ pid, name, stopSignal, killSignal })
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
  }
  running.set(server, killNow)
  void exited.then(() => {
    ended = true
    signal(-pid, 'SIGKILL') // what the leader left of its group
    running.delete(server)
    ledger()?.removeProcess(pid)
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
 * Runs a command to its end, tracked like a server.
 *
 * @throws {CliError} when it fails, with the last line it wrote
 */
export async function runToEnd(command: ServerCommand & { output: { file: string } }): Promise<void> {
  const outcome = await startProcess(command).exited
  if (outcome === 'exit code 0') return
  throw new CliError(`${command.name} failed (${outcome}): ${lastLine(command.output.file)} (${command.output.file})`)
}

/**
 * Waits until a server answers.
 *
 * @param answers true once it does; what it throws means not yet
 * @throws {CliError} when the server ends first or takes too long, with the last line of its log
 */
export async function untilReady(
  server: ServerProcess,
  options: { answers: () => Promise<boolean>; withinMs: number; log?: string },
): Promise<void> {
  const deadline = Date.now() + options.withinMs
  const told = () => (options.log === undefined ? '' : `: ${lastLine(options.log)} (${options.log})`)
  while (!(await options.answers().catch(() => false))) {
    if (closing) throw new CliError('stopped before it was up')
    if (server.hasExited()) throw new CliError(`${server.name} ended while it started, ${await server.exited}${told()}`)
    if (Date.now() > deadline) {
      await server.kill()
      throw new CliError(`${server.name} did not answer within ${Math.round(options.withinMs / 1000)} s${told()}`)
    }
    await delay(50)
  }
}

/** The last line of a log that says something. */
export function lastLine(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.findLast(line => line.trim() !== '')?.trim() ?? 'it wrote nothing'
  } catch {
    return 'it wrote nothing'
  }
}

/** Stops, properly and all at once, what is still running; nothing can be started after. */
export async function stopEverything(): Promise<void> {
  closing = true
  await Promise.all([...running.keys()].map(server => server.stop()))
  endEverythingNow()
}

/** Kills what is still running and waits until it is gone; nothing can be started after. */
export async function killEverything(): Promise<void> {
  closing = true
  await Promise.all([...running.keys()].map(server => server.kill()))
  endEverythingNow()
}

/** Kills what is still running without waiting: for the end of the process itself. Nothing can be started after. */
export function endEverythingNow(): void {
  closing = true
  for (const killNow of running.values()) killNow()
  processExited([...running.keys()].map(({ pid }) => pid))
  for (const name of containers) removeContainer(name)
  containers.clear()
  for (const path of temporaryDirectories) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  openedLedger?.close()
}

process.once('exit', endEverythingNow)
