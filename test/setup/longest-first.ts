import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A worker runs files of one project only, and ends when the next file is of another one. */
const projects = ['servers', 'fast']

/** Where the files are that take longest, longest first: a long file that starts last would run alone at the end. */
const longest = [
  'test/faults/',
  'test/races/store-races',
  'test/recovery/',
  'test/rotation/',
  'test/upgrade/',
  'test/flows/documents',
  'test/races/',
  'test/bad-requests/',
  'test/roles/',
  'tools/commands.test.ts',
  'gateway/test/frozen.test.ts',
  'tools/start/',
  'libs/core/src/run-until-stopped.test.ts',
  'test/',
  'gateway/test/',
  'libs/messaging/',
  'tools/import/',
  'services/',
  'tools/',
]

/** Starts what takes longest first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex(folder => moduleId.includes(`/${folder}`))
      return place < 0 ? longest.length : place
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => project(one) - project(other) || rank(one) - rank(other))
  }
}
