import { readdirSync, readFileSync } from 'node:fs'
import { processStat } from '@campstore/local-servers/running-processes'
import { type CpuTime, type CpuTimes, microsecondsPerTick } from '../measure/cpu-time.ts'

/** The part of a process that its source divides further. */
export const mainThread = 'main'

/** CPU times so far by thread, named as `booking: libuv-worker`; of a session of PostgreSQL as a whole. */
export const readThreadTimes = (times: CpuTimes): CpuTimes => new Map([...times].flatMap(threadsOf))

function threadsOf([pid, { name, microseconds }]: [number | string, CpuTime]): [number | string, CpuTime][] {
  try {
    if (name === 'PostgreSQL') return [[pid, { name: `${name}: ${sessionOf(pid)}`, microseconds }]]
    return readdirSync(`/proc/${pid}/task`).map(thread => {
      const { command, ticks } = processStat(`${pid}/task/${thread}`)
      const isMain = name === 'RabbitMQ' ? /^\d+_scheduler/.test(command) : thread === String(pid)
      const part = isMain ? mainThread : `thread ${command.replace(/^\d+_/, '')}`
      return [`${pid}/${thread}`, { name: `${name}: ${part}`, microseconds: ticks * microsecondsPerTick }]
    })
  } catch {
    return [] // it has just exited
  }
}

/** What a process of PostgreSQL does, by its title: `postgres: walwriter`, `postgres: campstore_booking bookings 127.0.0.1(4711) idle`. */
function sessionOf(pid: number | string): string {
  const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  if (title.startsWith('postgres: campstore_')) return mainThread
  return /^postgres: (\S+(?: \S+)?)/.exec(title)?.[1] ?? 'ended sessions'
}
