import { startVitest, type TestModule, type Vitest } from 'vitest/node'
import { parseCommandLine, runCommand } from './command.ts'

/** The last line of `npm test`. A failure is a test, a file that broke, or an error outside of a test. */
function summaryOf(vitest: Vitest, failed: number): string {
  const states = vitest.state.getTestModules().flatMap(module => testsOf(module).map(test => test.result().state))
  const count = (state: string) => states.filter(each => each === state).length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Where each failure is, and how its message begins. */
function failuresOf(vitest: Vitest): string[] {
  const inModules = vitest.state.getTestModules().flatMap(module => {
    const tests = testsOf(module).filter(test => test.result().state === 'failed')
    if (tests.length > 0)
      return tests.map(test => failure(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors))
    // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
    return module.ok() ? [] : [failure(module.relativeModuleId, errorsOf(module))]
  })
  const outside = vitest.state.getUnhandledErrors().map(error => failure('outside of a test', [error]))
  return [...inModules, ...outside]
}

const testsOf = (module: TestModule) => [...module.children.allTests()]

/** Of a file and of the hooks in it. */
const errorsOf = (module: TestModule) => [module, ...module.children.allSuites()].flatMap(each => each.errors())

const failure = (place: string, errors: readonly unknown[] = []): string =>
  [place, ...errors.map(messageOf)].join('\n').slice(0, 1_000).replaceAll('\n', '\n    ')

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** Of vitest.config.ts: all but what `npm run test:tools` and `npm run test:system` run. */
const usualProjects = ['usual', 'console']

const optionTypes = {
  testNamePattern: { type: 'string', short: 't' },
  project: { type: 'string', multiple: true },
  bail: { type: 'string' },
  retry: { type: 'string' },
  update: { type: 'boolean', short: 'u' },
} as const

async function main(args: string[]): Promise<undefined> {
  const { values, positionals } = parseCommandLine('test', args, optionTypes, 'any')
  const { bail, retry, ...options } = values
  // Those below a path run wherever they belong to.
  options.project ??= positionals.length === 0 ? usualProjects : [...usualProjects, 'tools', 'system']
  const vitest = await startVitest(positionals, {
    ...options,
    ...(bail === undefined ? {} : { bail: Number(bail) }),
    ...(retry === undefined ? {} : { retry: Number(retry) }),
    reporters: ['default'],
    run: true,
    watch: false,
  })
  const failures = failuresOf(vitest)
  const failedToRun = (process.exitCode ?? 0) !== 0 && failures.length === 0
  for (const each of failures) process.stdout.write(`failed: ${each}\n`)
  process.stdout.write(`${summaryOf(vitest, failedToRun ? 1 : failures.length)}\n`)
  // With the exit code of the run: an open handle must not keep the process alive.
  process.exit()
}

if (import.meta.main) await runCommand(main, { onOwnServers: true })
