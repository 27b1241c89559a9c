import { defineConfig } from 'vitest/config'

const testTimeouts = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    globalSetup: ['test/setup/global.ts'],
    teardownTimeout: 20_000,
    projects: [
      {
        test: {
          ...testTimeouts,
          name: 'code',
          include: ['**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '.local/**',
            'test/!(setup|documents|configuration|holds)/**',
            'test/*.test.ts',
          ],
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What spans services: races and faults, one file after the other, when nothing else runs.
        test: {
          ...testTimeouts,
          testTimeout: 120_000,
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{setup,documents,configuration,holds}/**', '**/node_modules/**'],
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
