import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CliError } from '@campstore/local-servers/cli-error'
import { startProcess } from '@campstore/local-servers/processes'
import type { Findings } from '../findings.ts'
import { atMost, table } from '../report.ts'
import type { NodeServer } from '../servers.ts'
import { constantPath, type GatewayStage } from './gateway.ts'
import { otherResultSchema } from './other-client.ts'
import { pipeliningResultSchema } from './pipelining-client.ts'

/** What one client sends ahead on one connection. */
const pipelined = 20_000

/** Milliseconds between two requests of the other client, and before and after the pipelined ones. */
const everyMs = 10
const calmMs = 500

/** Milliseconds that 99 of 100 requests of the other client may take at most. */
const wanted = 250

/** Measures what another client notices while one pipelines. */
export async function measurePipelining({ options, tell, gateways }: GatewayStage): Promise<Findings> {
  const found: Findings = { rows: [], targets: [], text: [] }
  const rows: string[][] = []
  for (const gateway of gateways) {
    for (let round = 1; round <= options.rounds; round += 1) {
      const { others, client } = await attack(gateway)
      const { requests, failed, p50, p99, worst } = others
      tell(`${gateway.name}, round ${round}: p99 ${p99.toFixed(0)} ms, ${failed} of ${requests} failed`)
      const told = [p50, p99, worst].map(milliseconds => milliseconds.toFixed(0))
      const answered = `${client.answered} in ${client.seconds.toFixed(1)} s, ${client.refused} refused`
      rows.push([gateway.name, String(round), answered, String(requests), String(failed), ...told])
      if (gateway !== gateways[0]) continue
      found.targets.push(atMost(`p99 of another client while one pipelines, round ${round}`, wanted, p99, ' ms'))
      found.targets.push(atMost(`its requests that fail, round ${round}`, 0, failed, ''))
    }
  }
  const head = ['process', 'round', `${pipelined} pipelined`, "the other client's", 'failed', 'p50', 'p99', 'worst ms']
  found.text.push(`## One client pipelines ${pipelined} requests on one connection\n\n${table(head, rows)}`)
  return found
}

async function attack(gateway: NodeServer) {
  const url = gateway.url + constantPath
  const other = run('other client', 'other-client.ts', { url, everyMs })
  await delay(calmMs)
  const job = { port: Number(new URL(url).port), path: constantPath, requests: pipelined }
  const client = pipeliningResultSchema.parse(await run('pipelining client', 'pipelining-client.ts', job).result)
  await delay(calmMs)
  other.end()
  return { client, others: otherResultSchema.parse(await other.result) }
}

/** Runs one of the clients in a process of its own; `end` asks it to tell what it has measured. */
function run(name: string, program: string, job: object) {
  const { child, exited } = startProcess({
    name,
    command: process.execPath,
    output: 'pipe',
    args: [fileURLToPath(new URL(program, import.meta.url)), JSON.stringify(job)],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error(`the ${name} has no output`)
  const result = Promise.all([text(stdout), text(stderr), exited]).then(([output, complaint, outcome]): unknown => {
    if (outcome !== 'exit code 0') throw new CliError(`the ${name} failed (${outcome}): ${complaint.trim()}`)
    return JSON.parse(output)
  })
  return { result, end: () => child.kill('SIGTERM') }
}
