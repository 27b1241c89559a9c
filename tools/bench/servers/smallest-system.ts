import { fileURLToPath } from 'node:url'
import { startServiceProcess } from '@campstore/testing/processes'
import { serviceFlags } from '../../service-flags.ts'
import type { Context } from '../context.ts'
import { runSql } from '../data/data.ts'
import type { BenchDatabase } from './servers.ts'
import type { System } from './system.ts'

/** Starts the smallest gateway and the smallest service, which show what a checkout costs at least. They use tables of their own. */
export async function startSmallestSystem(
  context: Context,
  database: BenchDatabase,
  owner: System['owner'],
): Promise<System> {
  await runSql(owner, 'fewest')
  await owner.query('vacuum analyze')
  const start = async (main: URL, name: string, variables: Readonly<Record<string, string>>) => {
    const options = { flags: serviceFlags, readyPath: '/health' }
    const started = await startServiceProcess(fileURLToPath(main), { ...context.environment, ...variables }, options)
    context.processes.push({ name: `smallest ${name}`, pid: started.pid })
    return started
  }
  const service = await start(new URL('smallest-service.ts', import.meta.url), 'service', {
    DATABASE_URL: database.urlOf('booking'),
  })
  const gateway = await start(new URL('smallest-proxy.ts', import.meta.url), 'proxy', { SERVICE_URL: service.url })
  return { gateway, owner, sources: [], slowestDrain: 0, cleanUp: () => runSql(owner, 'delete-fewest') }
}
