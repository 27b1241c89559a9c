import { join } from 'node:path'
import { CliError } from '@campstore/local-servers/cli-error'
import { findOrInstall } from '@campstore/local-servers/installed-programs'
import { freePort } from '@campstore/local-servers/ports'
import { startProcess, untilReady } from '@campstore/local-servers/processes'
import { z } from 'zod'

/**
 * The path of a program of Prometheus; its first use on a machine may install it.
 *
 * @throws {CliError} when it is neither installed nor can be
 */
export async function prometheusProgram(name: 'prometheus' | 'promtool'): Promise<string> {
  const path = await findOrInstall(name, [], 'prometheus')
  if (path === undefined) throw new CliError(`This test needs ${name}. Install the package prometheus.`)
  return path
}

/** Starts a Prometheus on this machine with the `prometheus.yml` of a directory, where it also keeps its data. */
export async function startPrometheus(directory: string) {
  const log = join(directory, 'prometheus.log')
  const url = `http://127.0.0.1:${await freePort()}`
  const server = startProcess({
    name: 'Prometheus',
    command: await prometheusProgram('prometheus'),
    args: [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    output: { file: log },
  })
  await untilReady(server, { answers: async () => (await fetch(`${url}/-/ready`)).ok, log })
  return {
    /** The `data` of a query of its HTTP API: `get('query?query=up')`. */
    async get(path: string): Promise<unknown> {
      const response = await fetch(`${url}/api/v1/${path}`)
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${text}`)
      return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data
    },
    stop: server.stop,
  }
}
