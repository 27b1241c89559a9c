import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { groupExists, identityOf, isRunning, processExited, signal } from './running-processes.ts'

const processSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() })
const stopSignals = z.enum(['SIGTERM', 'SIGINT', 'SIGQUIT'])
const killSignals = z.enum(['SIGKILL', 'SIGQUIT'])
const ledgerSchema = z.object({
  owner: processSchema,
  processes: z.array(processSchema.extend({ name: z.string(), stopSignal: stopSignals, killSignal: killSignals })),
  containers: z.array(z.string()),
  temporaryDirectories: z.array(z.string()),
})
type Ledger = z.infer<typeof ledgerSchema>

/** What one run has started, on disk, so that the next run can end what a killed one left behind. */
export type ProcessLedger = {
  addProcess(entry: {
    pid: number
    name: string
    stopSignal: z.output<typeof stopSignals>
    killSignal: z.output<typeof killSignals>
  }): void
  removeProcess(pid: number): void
  addContainer(name: string): void
  removeContainer(name: string): void
  addTemporaryDirectory(path: string): void
  /** Ends the record: everything is stopped. */
  close(): void
}

/** Opens this process's ledger, a file of its own in `directory`. */
export function openLedger(directory: string): ProcessLedger {
  const file = join(directory, `${process.pid}.json`)
  const ledger: Ledger = { owner: identityOf(process.pid), processes: [], containers: [], temporaryDirectories: [] }
  mkdirSync(directory, { recursive: true })
  let closed = false
  const save = () => {
    if (closed) return
    // Renamed into place, so that a kill in the middle leaves the previous record and not half of this one.
    writeFileSync(`${file}.new`, JSON.stringify(ledger))
    renameSync(`${file}.new`, file)
  }
  save()
  return {
    addProcess: ({ pid, ...entry }) => {
      ledger.processes.push({ ...identityOf(pid), ...entry })
      save()
    },
    removeProcess: pid => {
      ledger.processes = ledger.processes.filter(entry => entry.pid !== pid)
      save()
    },
    addContainer: name => {
      ledger.containers.push(name)
      save()
    },
    removeContainer: name => {
      ledger.containers = ledger.containers.filter(container => container !== name)
      save()
    },
    addTemporaryDirectory: path => {
      ledger.temporaryDirectories.push(path)
      save()
    },
    close: () => {
      closed = true
      rmSync(file, { force: true })
    },
  }
}

/**
 * Ends what runs that are no more have left behind: their processes, containers and temporary directories.
 * Runs that are still there are left alone.
 *
 * @returns names of what was ended
 */
export async function endOrphans(directory: string): Promise<string[]> {
  const ended: string[] = []
  for (const file of ledgersIn(directory)) {
    const ledger = readLedger(file)
    if (ledger !== undefined && isRunning(ledger.owner)) continue
    if (ledger !== undefined) ended.push(...(await endLedger(ledger)))
    rmSync(file, { force: true })
  }
  return ended
}

/** Kills, without waiting, what this run's processes have started: for the end of the process itself. */
export function killRecorded(directory: string): void {
  for (const ledger of ledgersIn(directory).map(readLedger)) {
    const alive = (ledger?.processes ?? []).filter(isRunning)
    for (const { pid, killSignal } of alive) signal(killSignal === 'SIGKILL' ? -pid : pid, killSignal)
    processExited(alive.map(({ pid }) => pid))
    for (const container of ledger?.containers ?? []) removeContainer(container)
    for (const path of ledger?.temporaryDirectories ?? []) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Every ledger in the folder and in the folders of single runs below it. */
function ledgersIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .map(file => join(directory, file))
}

function readLedger(file: string): Ledger | undefined {
  try {
    const result = ledgerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

async function endLedger(ledger: Ledger): Promise<string[]> {
  // A group outlives its leader under the same id, and that id is given to nobody else as long as the group is there.
  const alive = (entry: { pid: number; startedAt: string }) =>
    isRunning(entry) || (identityOf(entry.pid).startedAt === '' && groupExists(entry.pid))
  const orphans = ledger.processes.filter(alive)
  for (const orphan of orphans) signal(orphan.pid, orphan.stopSignal)
  const deadline = Date.now() + 5_000
  while (orphans.some(isRunning) && Date.now() < deadline) await delay(50)
  for (const orphan of orphans) if (alive(orphan) || groupExists(orphan.pid)) signal(-orphan.pid, 'SIGKILL')
  for (const container of ledger.containers) removeContainer(container)
  for (const directory of ledger.temporaryDirectories) rmSync(directory, { recursive: true, force: true })
  return [...orphans.map(({ name }) => name), ...ledger.containers]
}

/** Removes a container, running or not; one that is gone is no error. */
export function removeContainer(name: string): void {
  try {
    execFileSync('docker', ['rm', '--force', name], { stdio: 'ignore', timeout: 10_000 })
  } catch {
    // The engine is gone, and the container with it.
  }
}
