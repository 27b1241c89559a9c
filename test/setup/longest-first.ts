import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { serverTests } from './server-tests.ts'

/** A worker runs files of one project only, and ends when the next file is of another one. */
const projects = ['console', 'fast', 'tools', 'system', 'usual']

/** How many seconds a file takes, about, by how its path begins. Those that wait alternate with those that compute. */
const usualSeconds: [path: string, seconds: number][] = [
  ['test/faults/clocks', 360],
  ['test/browser/console.test', 350],
  ['test/faults/broker', 340],
  ['test/browser/console', 330],
  ['test/bad-requests/', 210],
  ['test/browser/documents', 200],
  ['test/model/', 190],
  ['test/recovery/', 130],
  ['test/guides/generated', 120],
  ['test/faults/', 110],
  ['test/races/', 100],
  ['test/flows/', 60],
  ['libs/messaging/src/consumer.test', 55],
  ['services/admin/test/webhooks', 55],
  ['test/rotation/', 50],
  ['test/roles/', 30],
  ['test/idempotency/', 25],
  ['test/administration/', 13],
  ['test/holds/refunds', 13],
  ['test/holds/payments', 13],
  ['services/booking/test/search', 13],
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
  const seconds = usualSeconds.find(([begin]) => path.startsWith(begin))?.[1] ?? 1
  if (seconds > 12) return seconds
  const mixed = createHash('sha1').update(path).digest().readUInt16BE() / 2 ** 16
  return (seconds > 4 ? 1 : 0) + mixed
}

/**
 * Starts what takes longest first, so that the workers end at about the same time. Before it come the tests that need no servers, while
 * the servers start.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const project = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(process.cwd(), moduleId)
      return serverTests.has(path) ? rankOf(path) : 1_000 + rankOf(path)
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => project(one) - project(other) || rank(other) - rank(one))
  }
}
