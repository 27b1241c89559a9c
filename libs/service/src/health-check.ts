import { answerWithin, type OutageReason } from '@campstore/core/outage-reason'
import { createFailureLog, type FailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import { dependencyOutage, dependencyUp } from '@campstore/core/telemetry/shared-metrics'
import type { Database } from '@campstore/database/database'
import { diskOutage } from '@campstore/database/schema-state'
import type { HealthCheck } from '@campstore/http/health'
import type { Broker } from '@campstore/messaging/broker'
import type { MigrationCheck } from './migration-check.ts'

/** How long an answer of the database may take, in milliseconds. The broker has the same limit. */
const answerLimitMs = 2_000
/** How often the log learns of the state of the dependencies, in milliseconds. */
const reportEveryMs = 5_000

/**
 * Creates the check of readiness: a round trip to each server, at the same time, for at most 2 s. Calls during a check share it, so
 * that probes, metrics and people together ask each server one question at a time. A database whose disk is full still serves reads.
 */
export function createHealthCheck(
  database: Pick<Database, 'outage' | 'health'>,
  migrations: Pick<MigrationCheck, 'run' | 'outage'>,
  broker: Pick<Broker, 'outage'> | undefined,
): HealthCheck {
  const askDatabase = async (): Promise<OutageReason | 'behind' | undefined> => {
    const known = database.outage('requests')
    if (known !== undefined) return known
    const state = await migrations.run()
    if (state === 'unavailable') return migrations.outage()
    if (state !== 'migrated') return 'behind'
    return diskOutage(database.health)
  }
  const check = async () => {
    const [answer, brokerOutage] = await Promise.all([
      answerWithin(answerLimitMs, askDatabase(), 'no answer', () => 'no answer'),
      broker?.outage(),
    ])
    const isBehind = answer === 'behind'
    return {
      database: { outage: isBehind ? undefined : answer, needed: answer !== 'disk full' },
      ...(isBehind && { migrations: { outage: 'not applied', needed: true } }),
      ...(broker && { broker: { outage: brokerOutage, needed: false } }),
    }
  }
  let running: ReturnType<HealthCheck> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Reports the state of the dependencies in metrics and in the log; returns a function that stops it. */
export function reportDependencies(check: HealthCheck, log: Logger): () => void {
  const read = async () => Object.entries(await check())
  const logs = new Map<string, FailureLog>()
  const texts = { failure: 'A dependency is down, trying again', success: 'A dependency is up again' }
  const report = async () => {
    for (const [dependency, { outage }] of await read()) {
      const failures = logs.get(dependency) ?? createFailureLog(log, texts, { fields: { dependency } })
      logs.set(dependency, failures)
      if (outage === undefined) failures.succeeded()
      else failures.failed(outage)
    }
  }
  const timer = setInterval(() => void report(), reportEveryMs).unref()
  const ends = [
    dependencyUp.readFrom(async () =>
      (await read()).map(([dependency, { outage }]) => ({
        labels: { dependency },
        value: outage === undefined ? 1 : 0,
      })),
    ),
    dependencyOutage.readFrom(async () =>
      (await read()).flatMap(([dependency, { outage: reason }]) =>
        reason === undefined ? [] : [{ labels: { dependency, reason }, value: 1 }],
      ),
    ),
  ]
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}
