import { readFileSync } from 'node:fs'

/** Resident memory of one process, in megabytes. */
export type MemoryUse = { process: string; pid: number; start: number; peak: number; end: number; seconds: number }

/** Measures the memory of processes over time. */
export type MemoryRecord = { measure(): void; uses(): MemoryUse[] }

/** @param running the processes that run now; one that was started again has another pid */
export function recordMemory(running: () => readonly { process: string; pid: number }[]): MemoryRecord {
  const uses = new Map<number, MemoryUse & { since: number }>()
  const measure = () => {
    const now = Date.now()
    for (const { process, pid } of running()) {
      const end = residentMegabytes(pid)
      if (end === undefined) continue
      const { start, peak, since } = uses.get(pid) ?? { start: end, peak: end, since: now }
      const seconds = Math.round((now - since) / 1000)
      uses.set(pid, { process, pid, start, peak: Math.max(peak, end), end, seconds, since })
    }
  }
  return { measure, uses: () => [...uses.values()] }
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? undefined : Math.round(Number(found[1]) / 1024)
  } catch {
    return undefined
  }
}
