import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { runningOwners, stopOrphans } from '@campstore/local-servers/pid-file'
import { recordProcessesIn } from '@campstore/local-servers/processes'
import type { ProcessIdentity } from '@campstore/local-servers/running-processes'
import { readSystemRecord } from '../system/record.ts'

const processesIn = (directory: string): string => join(directory, 'processes')

/** The `npm start` that runs in a folder, by its `.local`; undefined if none does. */
export const startedBy = (directory: string): ProcessIdentity | undefined => runningOwners(processesIn(directory))[0]

/**
 * Makes this process the only `npm start` of a folder. What it starts is recorded from now on; leftovers of a killed run are stopped.
 *
 * @returns the names of the processes that were stopped
 * @throws {CliError} with pid and address of the other `npm start`, when there is one
 */
export async function takeStartLock(directory: string): Promise<string[]> {
  makeFolder(directory)
  makeFolder(processesIn(directory))
  refuseSecond(directory)
  const stopped = await stopOrphans(processesIn(directory))
  recordProcessesIn(processesIn(directory))
  // Of two that start at the same moment, at least the later one finds the record of the other.
  refuseSecond(directory)
  return stopped
}

function refuseSecond(directory: string): void {
  const other = runningOwners(processesIn(directory)).find(({ pid }) => pid !== process.pid)
  if (other === undefined) return
  const gateway = readSystemRecord(join(directory, 'system.json'))?.processes.find(
    ({ name }) => name === 'gateway',
  )?.url
  const address = gateway === undefined ? '' : `, gateway ${gateway}`
  throw new CliError(
    `npm start already runs in this folder (pid ${other.pid}${address}). Use it, or stop it first (npm run stop).`,
  )
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '.writable'), '')
    rmSync(join(folder, '.writable'), { force: true }) // another start may have removed it
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const isForeign = code === 'EACCES' || code === 'EPERM'
    const advice = isForeign ? '. It belongs to another user: start as that user, or choose another folder.' : ''
    throw new CliError(`Cannot write to ${folder}: ${messageOf(error)}${advice}`)
  }
}
