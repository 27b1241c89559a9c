import { defineConfig } from 'vitest/config'
import { longestTestMs, longestWaitMs } from './libs/testing/src/waiting.ts'
import { serverTests } from './test/setup/server-tests.ts'

/** What `npm run test:system` runs. */
const systemTests = [
  'test/{faults,recovery,rotation,roles,bad-requests}/**/*.test.ts',
  'test/{browser,guides,configuration,kubernetes,model,observability}/**/*.test.ts',
  'test/simulation/database.test.ts',
  'test/upgrade/locks.test.ts',
  'tools/{backup/**/*,commands}.test.ts',
]
/** What `npm run test:tools` runs: what operators and builders use, and the servers of `npm start` and of tests. */
const toolTests = ['tools/**/*.test.ts', 'libs/local-servers/**/*.test.ts', 'test/simulation/simulation.test.ts']
// More workers than processors, because many tests wait for timeouts and deadlines. A worker keeps its modules from one file to the
// next, so helpers register no hooks when they are loaded.
const common = {
  testTimeout: longestTestMs,
  hookTimeout: longestTestMs,
  expect: { poll: { interval: 150, timeout: longestWaitMs } }, // polling takes processor time, too
  pool: 'forks',
  isolate: false,
  maxWorkers: 5,
} as const
/** Starts the servers while files that need none run. */
const withServers = { globalSetup: ['test/setup/global.ts'], setupFiles: ['test/setup/servers.ts'] }
const neverTests = ['**/node_modules/**', '.local/**']

/** Node imports the sources as it does in production: without transforms, and with compiled code from earlier runs. */
const byNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', './test/setup/preload.ts'],
}

export default defineConfig({
  test: {
    teardownTimeout: 20_000,
    projects: [
      {
        // Rules and libraries; one service at a time, in the process of the test; and stories and races of the whole system, each file
        // with a gateway and services of its own.
        test: {
          ...common,
          ...withServers,
          name: 'usual',
          include: ['**/*.test.ts'],
          exclude: [...neverTests, ...systemTests, ...toolTests, 'console/**'],
          ...byNode,
        },
      },
      {
        // Of these and of the tools, the tests that need no PostgreSQL, RabbitMQ or Redis.
        test: {
          ...common,
          name: 'fast',
          include: ['**/*.test.ts'],
          exclude: [...neverTests, ...serverTests, ...systemTests, 'console/**'],
          ...byNode,
        },
      },
      {
        test: {
          ...common,
          ...withServers,
          name: 'tools',
          include: toolTests,
          exclude: [...neverTests, ...systemTests],
          ...byNode,
        },
      },
      {
        // The console's sources are for Vite: they import all files of a folder.
        test: { ...common, name: 'console', include: ['console/**/*.test.ts'], exclude: neverTests },
      },
      {
        // The whole system: with faults, other releases and invalid requests, as it is deployed, observed and documented.
        test: {
          ...common,
          ...withServers,
          globalSetup: [...withServers.globalSetup, 'test/setup/system.ts'],
          maxWorkers: 4, // these seldom wait
          sequence: { groupOrder: 1 }, // after the others, whose number of workers is another
          name: 'system',
          include: systemTests,
          exclude: neverTests,
          ...byNode,
        },
      },
    ],
  },
})
