import { defineConfig } from 'vitest/config'
import { findServerTests } from './test/setup/server-tests.ts'

const withServers = findServerTests()
const systemTests = ['test/{flows,faults,races,roles,bad-requests}/**/*.test.ts']
const common = { testTimeout: 30_000, hookTimeout: 60_000, pool: 'forks', maxWorkers: 2 } as const
const neverTests = ['**/node_modules/**', '.local/**']

export default defineConfig({
  test: {
    globalSetup: ['test/setup/global.ts'],
    teardownTimeout: 20_000,
    projects: [
      {
        // Rules and libraries: no PostgreSQL, RabbitMQ or Redis.
        test: {
          ...common,
          name: 'fast',
          include: ['**/*.test.ts'],
          exclude: [...neverTests, ...withServers, ...systemTests],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One service at a time, in the process of the test.
        test: {
          ...common,
          name: 'service',
          include: withServers,
          exclude: [...neverTests, ...systemTests],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What spans services: stories, races and faults, one file after the other, when nothing else runs.
        test: {
          ...common,
          testTimeout: 120_000,
          name: 'system',
          include: systemTests,
          exclude: neverTests,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
