import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import { identityOf, isRunning } from '@campstore/local-servers/running-processes'
import { z } from 'zod'

const holderSchema = z.object({ pid: z.number(), startedAt: z.string(), url: z.string() })

/**
 * Takes the right to run `npm start` in this folder: two launchers would fight over the same data.
 *
 * @param file the lock; one that a killed launcher left is taken over
 * @param url where this launcher's gateway will be
 * @returns what gives the right back
 * @throws {CliError} saying who runs, and where, when another launcher does
 */
export function takeStartLock(file: string, url: string): () => void {
  makeFolder(dirname(file))
  const content = JSON.stringify({ ...identityOf(process.pid), url })
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx' })
      return () => release(file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = holderOf(file)
    if (holder !== undefined && isRunning(holder)) {
      throw new CliError(
        `npm start already runs here: pid ${holder.pid}, gateway ${holder.url}. Use that one, or end it first (kill ${holder.pid})`,
      )
    }
    rmSync(file, { force: true })
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/.writable`, '')
    rmSync(`${folder}/.writable`)
  } catch {
    throw new CliError(
      `${folder} cannot be written: it belongs to another user; start as that user, or remove the folder`,
    )
  }
}

function holderOf(file: string): z.output<typeof holderSchema> | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

function release(file: string): void {
  if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true })
}
