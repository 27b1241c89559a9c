import { inject } from 'vitest'

/** Addresses of the throw-away servers of this run, which are started before the first test. */
export type TestServers = {
  /** The empty, migrated template of the tests' databases, with the owner's role. */
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
