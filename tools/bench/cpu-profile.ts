import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../infrastructure/problem.ts'

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

/** Where a process spent its time: a function, its place, and its share of the time that was not idle, in percent. */
export type SelfTime = { name: string; place: string; percent: number }

/** Flags with which Node writes a CPU profile into a folder when it ends. */
export const profilingFlags = (folder: string, name: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${name}.cpuprofile`,
]

/**
 * The functions that a process spent most time in itself.
 *
 * @throws {Problem} when there is no such profile
 */
export function topSelfTimes(folder: string, name: string, count: number): SelfTime[] {
  const file = readdirSync(folder).find(each => each === `${name}.cpuprofile`)
  if (file === undefined) throw new Problem(`${name} wrote no CPU profile`)
  const { nodes, samples, timeDeltas } = profileSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const microseconds = new Map<string, { name: string; place: string; spent: number }>()
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)') continue
    const place = placeOf(frame)
    const name = frame.functionName || '(anonymous)'
    const entry = microseconds.get(`${name} ${place}`) ?? { name, place, spent: 0 }
    entry.spent += timeDeltas[index] ?? 0
    microseconds.set(`${name} ${place}`, entry)
  }
  const all = [...microseconds.values()]
  const busy = all.reduce((sum, { spent }) => sum + spent, 0)
  return all
    .toSorted((a, b) => b.spent - a.spent)
    .slice(0, count)
    .map(({ name, place, spent }) => ({ name, place, percent: (100 * spent) / busy }))
}

/** The file within its package or within the project. */
function placeOf({ url, lineNumber }: { url: string; lineNumber: number }): string {
  if (url === '') return ''
  const inside = url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*?\/(gateway|services|libs)\//, '$1/')
  return `${inside}:${lineNumber + 1}`
}
