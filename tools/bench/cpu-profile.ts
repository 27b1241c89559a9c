import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import { z } from 'zod'

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

/** A part of a process's time that was not idle, in percent. */
export type Share = { what: string; percent: number }

/** Flags with which Node writes a CPU profile into a folder when it ends. */
export const profilingFlags = (folder: string, name: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${name}.cpuprofile`,
]

/**
 * Where a process spent its time: the functions that took most themselves, and the packages or folders that all functions
 * belong to.
 *
 * @throws {CliError} when there is no such profile
 */
export function timeShares(folder: string, name: string): { functions: Share[]; origins: Share[] } {
  const file = readdirSync(folder).find(each => each === `${name}.cpuprofile`)
  if (file === undefined) throw new CliError(`${name} wrote no CPU profile`)
  const { nodes, samples, timeDeltas } = profileSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const functions = new Map<string, number>()
  const origins = new Map<string, number>()
  const add = (spent: Map<string, number>, what: string, time: number) => spent.set(what, (spent.get(what) ?? 0) + time)
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)') continue
    const place = placeOf(frame.url)
    const time = timeDeltas[index] ?? 0
    const at = place === '' ? '' : ` (${place}:${frame.lineNumber + 1})`
    add(functions, `${frame.functionName || 'a function without name'}${at}`, time)
    add(origins, originOf(place, frame.functionName), time)
  }
  return { functions: largest(functions, 20), origins: largest(origins, 14) }
}

function largest(spent: ReadonlyMap<string, number>, count: number): Share[] {
  const busy = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([what, time]) => ({ what, percent: (100 * time) / busy }))
}

/** The file within its package or within the project. */
const placeOf = (url: string): string =>
  url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*?\/(gateway|services|libs)\//, '$1/')

/** The package, the part of the project, Node itself, or what has no place at all: system calls and the collector. */
function originOf(place: string, functionName: string): string {
  if (place === '') return functionName.startsWith('(') ? functionName : 'native code and system calls'
  if (place.startsWith('node:')) return 'Node'
  const [first = '', second = ''] = place.split('/')
  return first.startsWith('@') || first === 'libs' || first === 'services' ? `${first}/${second}` : first
}
