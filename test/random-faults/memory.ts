import { readFileSync } from 'node:fs'

/** Resident memory of one process, in megabytes. */
export type MemoryUse = { process: string; pid: number; start: number; peak: number; end: number; seconds: number }

/** Records the memory of processes each time that `measure` is called. A process that was started again has another pid. */
export function recordMemory(processes: readonly { label: string; pid(): number | undefined }[]) {
  const uses = new Map<number, MemoryUse & { since: number }>()
  const measure = () => {
    const now = Date.now()
    for (const process of processes) {
      const pid = process.pid()
      const end = pid && residentMegabytes(pid)
      if (pid === undefined || end === undefined) continue
      const { start, peak, since } = uses.get(pid) ?? { start: end, peak: end, since: now }
      const seconds = Math.round((now - since) / 1000)
      uses.set(pid, { process: process.label, pid, start, peak: Math.max(peak, end), end, seconds, since })
    }
  }
  return { measure, uses: (): MemoryUse[] => [...uses.values()] }
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? undefined : Math.round(Number(found[1]) / 1024)
  } catch {
    return undefined
  }
}
