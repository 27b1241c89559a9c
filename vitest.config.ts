import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'
import { findServerTests } from './test/setup/server-tests.ts'

const withServers = findServerTests()
const systemTests = ['test/{flows,faults,races,recovery,upgrade,rotation,roles,bad-requests}/**/*.test.ts']
// More workers than processors: the tests of faults mostly wait for timeouts and deadlines. A worker keeps its modules from one
// file to the next, so helpers register no hooks when they are loaded.
const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { interval: 150, timeout: 20_000 } }, // what is waited for takes processor time to ask for, too
  pool: 'forks',
  isolate: false,
  maxWorkers: 6,
} as const
const neverTests = ['**/node_modules/**', '.local/**']

export default defineConfig({
  test: {
    globalSetup: ['test/setup/global.ts'],
    teardownTimeout: 20_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Rules and libraries: no PostgreSQL, RabbitMQ or Redis.
        test: {
          ...common,
          name: 'fast',
          include: ['**/*.test.ts'],
          exclude: [...neverTests, ...withServers, ...systemTests],
        },
      },
      {
        // One service at a time, in the process of the test; and what spans services: stories, races and faults, each file with a
        // gateway and services of its own.
        test: {
          ...common,
          name: 'servers',
          include: [...withServers, ...systemTests],
          exclude: neverTests,
        },
      },
    ],
  },
})
