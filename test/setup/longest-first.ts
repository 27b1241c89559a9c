import { BaseSequencer, type TestSpecification } from 'vitest/node'

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
  'test/',
  'libs/messaging/',
  'tools/import/',
  'services/',
  'tools/',
]

/** Starts what takes longest first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex(folder => moduleId.includes(`/${folder}`))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
