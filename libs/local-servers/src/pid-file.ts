import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { messageOf } from './cli-error.ts'
import { identityOf, isRunning, type ProcessIdentity, processesExited, signal } from './running-processes.ts'

const processSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() })
const recordedProcessSchema = processSchema.extend({
  name: z.string(),
  /** ISO 8601. */
  since: z.string().optional(),
  stopSignal: z.enum(['SIGTERM', 'SIGINT', 'SIGQUIT']),
  killSignal: z.enum(['SIGKILL', 'SIGQUIT']),
})
const contentSchema = z.object({
  owner: processSchema,
  processes: z.array(recordedProcessSchema),
  temporaryDirectories: z.array(z.string()),
})
type Content = z.infer<typeof contentSchema>

/** A process that was started and recorded: its name for people, pid, and since when it runs. */
export type RecordedProcess = z.infer<typeof recordedProcessSchema>

/** The processes and temporary directories of one run, on disk, so that the next run can clean up after a killed one. */
export type PidFile = ReturnType<typeof openPidFile>

/** Opens the pid file of this process in `directory`. */
export function openPidFile(directory: string) {
  const file = join(directory, `${process.pid}.json`)
  const content: Content = { owner: identityOf(process.pid), processes: [], temporaryDirectories: [] }
  mkdirSync(directory, { recursive: true })
  let closed = false
  let warned = false
  const write = () => {
    // Renamed into place, so that a kill in the middle leaves the previous content and not half of this one.
    writeFileSync(`${file}.new`, JSON.stringify(content))
    renameSync(`${file}.new`, file)
  }
  write()
  // The run continues on a full disk: only if it is killed meanwhile does it leave processes behind.
  const save = () => {
    try {
      if (!closed) write()
    } catch (error) {
      if (!warned) process.stderr.write(`Cannot record the processes that run: ${messageOf(error)}\n`)
      warned = true
    }
  }
  return {
    addProcess: ({ pid, ...entry }: Omit<RecordedProcess, 'startedAt' | 'since'>) => {
      content.processes.push({ ...identityOf(pid), since: new Date().toISOString(), ...entry })
      save()
    },
    removeProcess: (pid: number) => {
      content.processes = content.processes.filter(entry => entry.pid !== pid)
      save()
    },
    addTemporaryDirectory: (path: string) => {
      content.temporaryDirectories.push(path)
      save()
    },
    /** Removes the file: everything has stopped. */
    close: () => {
      closed = true
      rmSync(file, { force: true })
    },
  }
}

/**
 * Stops what runs that no longer exist have left behind, and removes their temporary directories. Runs that still exist are
 * left alone.
 *
 * @returns the names of the processes that were stopped
 */
export async function stopOrphans(directory: string): Promise<string[]> {
  const stopped: string[] = []
  for (const file of pidFilesIn(directory)) {
    const content = readPidFile(file)
    if (content !== undefined && isRunning(content.owner)) continue
    if (content !== undefined) stopped.push(...(await stopRecorded(content)))
    rmSync(file, { force: true })
  }
  return stopped
}

/** The runs that have recorded their processes here and still exist. */
export const runningOwners = (directory: string): ProcessIdentity[] =>
  pidFilesIn(directory)
    .flatMap(file => readPidFile(file)?.owner ?? [])
    .filter(isRunning)

/** The recorded processes that still run, including processes of killed runs. */
export const recordedProcesses = (directory: string): RecordedProcess[] =>
  pidFilesIn(directory).flatMap(file => (readPidFile(file)?.processes ?? []).filter(isRunning))

/** Kills, without giving up control, what this run's processes have started: for use at `exit`. */
export function killRecorded(directory: string): void {
  for (const content of pidFilesIn(directory).map(readPidFile)) {
    const alive = (content?.processes ?? []).filter(isRunning)
    for (const { pid, killSignal } of alive) signal(killSignal === 'SIGKILL' ? -pid : pid, killSignal)
    processesExited(alive.map(({ pid }) => pid))
    for (const path of content?.temporaryDirectories ?? [])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Every pid file in the folder and in its subfolders, one for each run. */
function pidFilesIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .map(file => join(directory, file))
}

function readPidFile(file: string): Content | undefined {
  try {
    return contentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function stopRecorded(content: Content): Promise<string[]> {
  const orphans = content.processes.filter(isRunning)
  for (const orphan of orphans) signal(orphan.pid, orphan.stopSignal)
  const deadline = Date.now() + 5_000
  while (orphans.some(isRunning) && Date.now() < deadline) await delay(50)
  for (const orphan of orphans) signal(-orphan.pid, 'SIGKILL') // with the rest of its group
  for (const directory of content.temporaryDirectories) rmSync(directory, { recursive: true, force: true })
  return orphans.map(({ name }) => name)
}
