import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process, distinguished from a later one with the same pid. */
export type ProcessIdentity = { pid: number; startedAt: string }

/**
 * When a process started, in the operating system's own format, which is only good for comparisons.
 *
 * @returns undefined when the process does not exist, or is a zombie
 */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    }
    const { fields } = processStat(pid)
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/**
 * Linux's record of a process: its program, the fields after that, which begin with its state, and the processor time of the process and
 * of its children that have ended, in hundredths of a second. Throws when the process does not exist.
 */
export function processStat(pid: number | string): { command: string; fields: string[]; ticks: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The command is in parentheses, and may contain spaces and parentheses itself.
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { command: stat.slice(stat.indexOf('(') + 1, end), fields, ticks }
}

/**
 * Processor time that the processes of a group have used, in whole tenths of a second, with the time of their children that have
 * ended. Without /proc every call returns another value.
 */
export function processorTimeOf(group: number): number {
  if (process.platform !== 'linux') return performance.now()
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const process = processStat(Number(name))
      if (Number(process.fields[2]) === group) ticks += process.ticks
    } catch {
      // It has exited in the meantime.
    }
  }
  return Math.floor(ticks / 10)
}

/** Identifies a running process by its pid and start. */
export const identityOf = (pid: number): ProcessIdentity => ({ pid, startedAt: startOf(pid) ?? '' })

/** Whether exactly this process still runs; a later one that was given the same pid does not count. */
export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean =>
  startOf(pid) === startedAt && startedAt !== ''

/** Sends a signal to a process, or to a group by its negative id; one that has exited is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited in the meantime.
  }
}

/** Blocks until processes that were just killed have exited, for two seconds at most. For use at `exit`. */
export function processesExited(pids: readonly number[]): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  const deadline = Date.now() + 2_000
  while (pids.some(pid => startOf(pid) !== undefined) && Date.now() < deadline) Atomics.wait(sleeper, 0, 0, 20)
}
