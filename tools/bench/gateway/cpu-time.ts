import { readFileSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** Processor time of a process so far, user and system, in microseconds; NaN where the system does not tell. */
export function cpuMicroseconds(pid: number): number {
  const stat = readStat(pid)
  // The name, in brackets, may hold blanks; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
