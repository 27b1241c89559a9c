import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import { runningOwner } from '@campstore/local-servers/pid-file'
import { identityOf, isRunning, type ProcessIdentity } from '@campstore/local-servers/running-processes'
import { z } from 'zod'

const holderSchema = z.object({ pid: z.number(), startedAt: z.string(), url: z.string() })

/** The `npm start` of this folder. */
type StartLockHolder = z.output<typeof holderSchema>

/**
 * Locks this folder for one `npm start`: two of them would use the same data.
 *
 * @param file the lock file; one that a killed process left behind is replaced
 * @param url the address of this system's gateway
 * @returns releases the lock
 * @throws {CliError} with pid and address of the other process, when there is one
 */
export function takeStartLock(file: string, url: string): () => void {
  makeFolder(dirname(file))
  const content = JSON.stringify({ ...identityOf(process.pid), url })
  for (;;) {
    if (isNew(() => writeFileSync(file, content, { flag: 'wx' }))) return () => release(file)
    const holder = startLockHolder(file)
    if (holder !== undefined) {
      throw new CliError(
        `npm start already runs in this folder (pid ${holder.pid}, gateway ${holder.url}). Use it, or stop it first (npm run stop).`,
      )
    }
    removeAbandoned(file)
  }
}

/** Whether the file or folder that is created was not there yet. */
function isNew(create: () => void): boolean {
  try {
    create()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** A file that is created has its content a moment later. */
const writtenWithinMs = 1_000
/** A removal takes less than a moment; one that takes longer was killed. */
const removedWithinMs = 5_000

/**
 * Removes a lock that a killed process left behind. A folder lets one process do that at a time: another one would remove what the
 * first has created instead.
 */
function removeAbandoned(file: string): void {
  const removal = `${file}.removal`
  if (!isNew(() => mkdirSync(removal))) {
    if (ageOf(removal) > removedWithinMs) rmSync(removal, { recursive: true, force: true })
    pause()
    return
  }
  try {
    if (holderOf(file) === undefined && ageOf(file) < writtenWithinMs) pause()
    else if (startLockHolder(file) === undefined) rmSync(file, { force: true })
  } finally {
    rmSync(removal, { recursive: true, force: true })
  }
}

const ageOf = (path: string): number => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/.writable`, '')
    rmSync(`${folder}/.writable`, { force: true }) // another start may have removed it
  } catch {
    throw new CliError(
      `Cannot write to ${folder}, which belongs to another user. Start as that user, or remove the folder.`,
    )
  }
}

/** The process that holds the lock, and the address of its gateway; undefined when no such process runs. */
function startLockHolder(file: string): StartLockHolder | undefined {
  const holder = holderOf(file)
  return holder !== undefined && isRunning(holder) ? holder : undefined
}

/**
 * The `npm start` of a folder: who holds its lock, or, where somebody has removed the lock, who has started what runs there.
 *
 * @param directory the `.local` of the system
 */
export const startedBy = (directory: string): ProcessIdentity | undefined =>
  startLockHolder(join(directory, 'start.lock')) ?? runningOwner(join(directory, 'processes'))

function holderOf(file: string): StartLockHolder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

function release(file: string): void {
  if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true })
}
