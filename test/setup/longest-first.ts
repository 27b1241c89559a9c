import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A worker runs files of one project only, and ends when the next file is of another one. The console needs no servers. */
const projects = ['console', 'fast', 'system', 'usual']

/** How many seconds a file takes below these folders, about: the first folder that a path has counts. */
const usualSeconds: [folder: string, seconds: number][] = [
  ['test/faults/broker', 250],
  ['test/faults/', 120],
  ['test/recovery/', 120],
  ['test/races/', 100],
  ['test/model/', 100],
  ['test/bad-requests/', 90],
  ['test/rotation/', 80],
  ['test/browser/documents', 100],
  ['test/browser/console', 260],
  ['test/flows/', 60],
  ['test/roles/', 30],
  ['test/simulation/database', 30],
  ['test/', 12],
  ['services/', 5],
  ['gateway/', 5],
  ['tools/', 5],
  ['libs/messaging/', 8],
  ['libs/database/', 8],
  ['libs/local-servers/', 8],
  ['libs/http/', 5],
  ['libs/holds/', 5],
]

/** How early a file starts: the short ones of each folder wait for the same things, so they are mixed. */
function rankOf(path: string): number {
  const seconds = usualSeconds.find(([folder]) => path.startsWith(folder))?.[1] ?? 1
  if (seconds > 12) return seconds
  const mixed = createHash('sha1').update(path).digest().readUInt16BE() / 2 ** 16
  return (seconds > 4 ? 1 : 0) + mixed
}

/** Starts what takes longest first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const rank = ({ moduleId }: TestSpecification) => rankOf(relative(process.cwd(), moduleId))
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => project(one) - project(other) || rank(other) - rank(one))
  }
}
