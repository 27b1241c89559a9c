import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import { type BenchRequest, requestMaker } from '../requests.ts'
import { type NodeServer, startNode } from '../servers.ts'

/** What could be reached at most: a process that answers constants. */
export type Limits = {
  koa: NodeServer
  /** Asks a request of the system under test once and makes its answer a constant of this name. */
  learn(name: string, listQuery: { origin: string; request: BenchRequest; tokens: string }): Promise<void>
}

/** The prefix that the gateway routes to bare Koa: one whose service takes no part in any measurement. */
export const limitPrefix = '/api/admin'

/** Starts it. */
export async function startLimits(home: string): Promise<Limits> {
  const folder = join(home, 'constant-answers')
  mkdirSync(folder, { recursive: true })
  const keep = (name: string, answer: string) => writeFileSync(join(folder, `${name}.json`), answer)
  keep('ready', '{}')
  const start = (name: string, main: string) =>
    startNode({
      name,
      home,
      main: `tools/bench/limits/${main}`,
      readyPath: '/ready',
      environment: { CONSTANT_ANSWERS: folder },
    })
  return {
    koa: await start('bare Koa', 'bare-koa.ts'),
    async learn(name, { origin, request, tokens }) {
      const { path, ...made } = requestMaker(request, tokens)()
      const answer = await fetch(new URL(path, origin), made)
      const text = await answer.text()
      if (!answer.ok) throw new CliError(`${made.method} ${path} answered ${answer.status}: ${text}`)
      keep(name, text)
    },
  }
}
