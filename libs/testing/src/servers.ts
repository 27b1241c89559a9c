import { inject } from 'vitest'

/** Where this run's throw-away servers are; they are started once, before the first test. */
export type TestServers = {
  /** Address of the empty, migrated database that the tests' databases are cloned from, with the owner's role. */
  templateUrl: string
  rabbitmqUrl: string
  rabbitmqManagementUrl: string
  redisUrl: string
  /** `host:port` of the Auth emulator. */
  identityHost: string
  identityProject: string
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers
  }
}

/** The servers of this test run. */
export const testServers = (): TestServers => inject('servers')
