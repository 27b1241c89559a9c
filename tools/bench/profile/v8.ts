import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { localDirectory } from '../../command.ts'
import { type Source, Totals } from './costs.ts'

/** A CPU profile of V8: its start, nodes of the call tree, and which of them was running for how many microseconds. */
type CpuProfile = { startTime: number; nodes: CallNode[]; samples: number[]; timeDeltas: number[] }
type CallNode = { id: number; callFrame: { functionName: string; url: string }; children?: number[] }

/** The parts of a request by the files of their functions; the first that matches. All other files belong to their callers. */
const parts: Readonly<Record<string, RegExp>> = {
  token: /\/jose\/|libs\/auth\/|libs\/service\/src\/authentication/,
  validation: /\/zod\/|libs\/contract\/src\/(?!present)|(validation|ignored-input|json-bounds|parse-json)\.ts/,
  pricing: /\/src\/domain\/(?!request-f)|compose-booking|agreed|decimal|date-fns|core\/src\/(money|plain-d)/,
  presenting:
    /presenters\.ts|contract\/src\/present|http\/src\/(respond|prepared|etag|gzip|public-resp)|holds\/src\/messages/,
  log: /telemetry\/(log|request-line|failure-log)|request-log|access-log|\/pino\//,
  metrics: /prom-client|metrics\.ts|http\/src\/counts/,
  trace: /opentelemetry|telemetry\/(trace|spans|export)|statement-spans|node:async_hooks|internal\/async_/,
  'database driver': /node_modules\/(pg|postgres)[^/]*\/|libs\/database\//,
  relay: /amqplib|libs\/messaging\//,
  'rules of the gateway': /gateway\/src\//,
  'calls of services': /undici|libs\/upstream\//,
  HTTP: /koa|node:_http|libs\/http\/|node_modules\/(on-finished|type-is|delegates|statuses|content-type)\//,
  'use case': /services\/\w+\/src\/|libs\/(holds|core|service)\/src\//,
}

/** Observes a process by V8's profiler, a sample each millisecond, and writes the last profile of each load to `.local/profiles`. */
export const v8Source =
  (name: string, inspectorPort: number): Source =>
  async load => {
    const { call, close } = await connect(inspectorPort)
    await call('Profiler.enable')
    await call('Profiler.start')
    const from = Number(process.hrtime.bigint() / 1000n)
    return async () => {
      const { profile } = await call('Profiler.stop')
      close()
      mkdirSync(`${localDirectory}/profiles`, { recursive: true })
      writeFileSync(`${localDirectory}/profiles/${name}, ${load}.cpuprofile`, JSON.stringify(profile))
      return { process: name, parts: timesByPart(profile, from) }
    }
  }

/** Microseconds by part, without those in which the process had nothing to do, and those before `from`, when the profiler listed all functions. */
function timesByPart({ nodes, samples, timeDeltas, startTime }: CpuProfile, from: number): Totals {
  const callers = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node] as const)))
  const partOf = (node: CallNode): string => {
    const { functionName, url } = node.callFrame
    if (functionName === '(garbage collector)') return 'garbage collection'
    const [part] = Object.entries(parts).find(([, files]) => files.test(url)) ?? []
    const caller = callers.get(node.id)
    return part ?? (caller ? partOf(caller) : 'event loop')
  }
  const busy = nodes.filter(node => node.callFrame.functionName !== '(idle)')
  const partsById = new Map(
    busy.map(node => {
      const write = /^write(v|Utf8String|Latin1String|AsciiString|Buffer)$/.test(node.callFrame.functionName)
      return [node.id, `${partOf(node)}${write ? ': write calls' : ''}`]
    }),
  )
  const times = new Totals()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    const part = partsById.get(id)
    const duration = timeDeltas[index] ?? 0
    at += duration
    if (at >= from && part !== undefined) times.add(part, duration)
  }
  return times
}

/** Connects to the inspector of a process of Node, which answers one call after the other. */
async function connect(port: number) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
  const [{ webSocketDebuggerUrl }] = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]).parse(targets)
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  const call = async (method: string) => {
    socket.send(JSON.stringify({ id: 1, method }))
    const [{ data }] = await once(socket, 'message')
    return JSON.parse(data).result
  }
  return { call, close: () => socket.close() }
}
