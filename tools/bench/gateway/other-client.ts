import { Agent, get } from 'node:http'
import { z } from 'zod'
import { percentiles } from '../latencies.ts'

/** What the other client is asked for, and what it tells. Latencies in milliseconds. */
export const otherJobSchema = z.object({ url: z.string(), everyMs: z.number() })
export const otherResultSchema = z.object({
  requests: z.int(),
  failed: z.int(),
  p50: z.number(),
  p99: z.number(),
  worst: z.number(),
})

/** Asks at fixed times, whether or not earlier requests have been answered, until it is told to stop. */
async function askSteadily({ url, everyMs }: z.infer<typeof otherJobSchema>) {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<{ status: number; latency: number }>[] = []
  const ask = () =>
    asked.push(
      new Promise(resolve => {
        const began = performance.now()
        const settle = (status: number) => resolve({ status, latency: performance.now() - began })
        get(url, { agent }, answer => {
          answer.resume().on('end', () => settle(answer.statusCode ?? 0))
        }).on('error', () => settle(0))
      }),
    )
  const timer = setInterval(ask, everyMs)
  await new Promise(resolve => process.once('SIGTERM', resolve))
  clearInterval(timer)
  const answers = await Promise.all(asked)
  agent.destroy()
  const latencies = answers.map(({ latency }) => latency)
  const failed = answers.filter(({ status }) => status !== 200).length
  return { requests: answers.length, failed, ...percentiles(latencies), worst: Math.max(0, ...latencies) }
}

if (import.meta.main) {
  const result = await askSteadily(otherJobSchema.parse(JSON.parse(process.argv[2] ?? '')))
  process.stdout.write(JSON.stringify(result))
}
