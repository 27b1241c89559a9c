import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { identityOf, isRunning } from '@campstore/local-servers/running-processes'
import { z } from 'zod'

const systemSchema = z.object({
  owner: z.object({ pid: z.number(), startedAt: z.string() }),
  version: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** The gateway, the services and the payment simulator; a GET of `readyPath` says whether they are ready. */
  processes: z.array(z.object({ name: z.string(), url: z.string(), readyPath: z.string() })),
  /** PostgreSQL, RabbitMQ and so on, with addresses without passwords. */
  servers: z.array(
    z.object({ name: z.string(), address: z.string(), source: z.string(), isTls: z.boolean().optional() }),
  ),
  /** Addresses, by the environment variable that they stand for. */
  variables: z.record(z.string(), z.string()),
})

/** What `npm start` runs in this folder, for the other commands. */
export type SystemRecord = Omit<z.output<typeof systemSchema>, 'owner' | 'since'>

/**
 * Records what runs, and returns what removes the record. The addresses contain passwords, so the file is for its owner alone; it is
 * renamed when it is complete, because another command may read at any time.
 */
export function recordSystem(record: SystemRecord, file: string): () => void {
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const content = { owner: identityOf(process.pid), since: new Date().toISOString(), ...record }
  writeFileSync(unfinished, JSON.stringify(content, null, 2), { mode: 0o600, flag: 'wx' })
  renameSync(unfinished, file)
  return () => rmSync(file, { force: true })
}

/** The record of the `npm start` that runs in this folder; undefined when none does. */
export function readSystemRecord(file: string): (SystemRecord & { since: string }) | undefined {
  try {
    const { owner, ...record } = systemSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return isRunning(owner) ? record : undefined
  } catch {
    return undefined
  }
}
