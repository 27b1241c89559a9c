import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Shop } from './dataset.ts'
import type { Findings } from './findings.ts'
import { atMost, table } from './report.ts'
import type { Stage } from './scenario.ts'

/** Reads how much memory every process has when the load is over. */
export async function measureMemory({ limits, tell }: Stage, shops: readonly Shop[]): Promise<Findings> {
  tell('five seconds of rest, then memory')
  await delay(5_000)
  const ours = shops.flatMap(({ gateway, services }) => [gateway, ...services])
  const read = [...ours, limits.koa, limits.http].map(server => ({ server, ...residentMemory(server.pid) }))
  const rows = read.map(({ server, now, most }) => [server.name, now.toFixed(0), most?.toFixed(0) ?? 'unknown'])
  const targets = read
    .slice(0, ours.length)
    .map(({ server, now }) => atMost(`resident memory of ${server.name} after the run`, 110, now, ' MB'))
  const text = `## Resident memory, MB\n\n${table(['process', 'after the run', 'at most'], rows)}`
  return { rows: [], targets, text: [text] }
}

/** Resident memory of a process in megabytes: now, and the most it ever was where the system tells that. */
function residentMemory(pid: number): { now: number; most: number | undefined } {
  const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  return { now: kilobytes / 1024, most: highWaterMark(pid) }
}

function highWaterMark(pid: number): number | undefined {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? undefined : Number(found[1]) / 1024
  } catch {
    return undefined
  }
}
