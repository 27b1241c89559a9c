import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A worker runs files of one project only, and ends when the next file is of another one. */
const projects = ['system', 'servers', 'fast']

/** How many seconds a file takes below these folders, about: the first folder that a path has counts. */
const usualSeconds: [folder: string, seconds: number][] = [
  ['test/races/store-races', 150],
  ['test/', 15],
  ['gateway/test/', 5],
  ['services/', 5],
  ['tools/', 3],
  ['', 1],
]

/** How many seconds the tests of a file take, about. */
export const usualSecondsOf = (path: string): number =>
  usualSeconds.find(([folder]) => path.includes(`/${folder}`))?.[1] ?? 1

/** Starts what takes longest first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const seconds = ({ moduleId }: TestSpecification) => usualSecondsOf(moduleId)
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => project(one) - project(other) || seconds(other) - seconds(one))
  }
}
