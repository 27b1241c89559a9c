import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, inject } from 'vitest'

/** Addresses of the throw-away servers of this run. */
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
    /** Sends the addresses of the servers, as JSON, once they have started. */
    serversPort: number
  }
}

let started: TestServers | undefined

/** Waits until the servers of this run have started: tests that need none run meanwhile. */
export async function serversStarted(): Promise<void> {
  started ??= JSON.parse(await text(connect(inject('serversPort'), '127.0.0.1')))
}

/** The servers of this test run. */
export const testServers = (): TestServers => started ?? expect.fail('this project of vitest.config.ts has no servers')
