import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import {
  type RestartableServer,
  restartablePostgres,
  restartableRabbitmq,
} from '@campstore/testing/restartable-servers'
import { deadlocksIn, type StartDatabaseAndBroker, singleServers } from './servers.ts'

/**
 * As `startSingleServers`, with a coordinator of Citus and one worker, which has the bookings. What is done to PostgreSQL is done to the
 * worker, then to the coordinator, and so on.
 *
 * @param folder with the programs of a PostgreSQL that has Citus
 */
export const startServersOnCitus =
  (folder: string): StartDatabaseAndBroker =>
  async (home, logs) => {
    const accessFile = join(home, 'pg_hba.conf')
    // The nodes log in to each other with the roles of the services.
    writeFileSync(accessFile, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
    const settings = {
      hba_file: accessFile,
      shared_preload_libraries: 'citus',
      'citus.node_conninfo': 'sslmode=disable',
      wal_level: 'logical',
      // What a lost worker had prepared is not seen until this has passed: a payment in between is of an unknown booking.
      'citus.recover_2pc_interval': '2s',
      max_prepared_transactions: '300',
      max_worker_processes: '40',
    }
    const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
    const start = (name: string) => {
      const place = { home: join(home, name), logs: join(logs, name) }
      mkdirSync(place.logs, { recursive: true })
      return restartablePostgres(place, { programs, settings })
    }
    const [coordinator, worker, rabbitmq] = await Promise.all([
      start('coordinator'),
      start('worker'),
      restartableRabbitmq({ home, logs }),
    ])
    for (const { adminUrl } of [coordinator, worker])
      await onDatabase(adminUrl, async client => {
        await client.query('create extension citus')
        // PostgreSQL 17 has it.
        await client.query("create collation if not exists pg_catalog.pg_c_utf8 (provider = libc, locale = 'C.UTF-8')")
      })
    await onDatabase(coordinator.adminUrl, async client => {
      const portOf = ({ adminUrl }: { adminUrl: string }) => Number(new URL(adminUrl).port)
      await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [portOf(coordinator)])
      await client.query("select citus_add_node('127.0.0.1', $1)", [portOf(worker)])
    })
    return {
      ...singleServers({ ...coordinator, ...inTurn([worker, coordinator]) }, rabbitmq),
      deadlocks: () => deadlocksIn(coordinator.log) + deadlocksIn(worker.log),
      distributedSchema: 'booking',
    }
  }

/** Servers as one: what is done to it is done to one of them, each time to another. */
function inTurn(servers: readonly RestartableServer[]): RestartableServer {
  let turn = -1
  const current = () => servers[turn % servers.length] as RestartableServer
  const next = () => {
    turn++
    return current()
  }
  return {
    stop: () => next().stop(),
    kill: () => next().kill(),
    start: () => current().start(),
    freeze: () => next().freeze(),
    resume: () => current().resume(),
  }
}
