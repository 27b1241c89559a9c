import { messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'

const answer = z.object({
  data: z.looseObject({ version: z.string().optional(), reasons: z.record(z.string(), z.string()).default({}) }),
})

/** What a process says of itself. */
export type Health = {
  /** Undefined where it does not say so. */
  version?: string | undefined
  answers: boolean
  ready: boolean
  /** What is down, also of a process that is ready without it, in the words of its health; undefined when nothing is. */
  reason?: string | undefined
}

/** A busy machine may need this long for a request, in milliseconds. */
const longestMs = 20_000

/** Asks a process for its health. */
export async function healthOf(url: string): Promise<Health> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longestMs) })
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    const { version, reasons, ...parts } = parsed.success ? parsed.data.data : { reasons: {} }
    const down = partsDown(parts).map(part => [`${part} down`, reasons[part]].filter(Boolean).join(': '))
    const reason = down.join(', ') || (response.ok ? undefined : `answers ${response.status}`)
    return { version, answers: true, ready: response.ok, reason }
  } catch (error) {
    const cause = messageOf(error instanceof Error ? (error.cause ?? error) : error)
    return { answers: false, ready: false, reason: `does not answer (${cause})` }
  }
}

/** The parts that are down: of a service `database`, `migrations`; of the gateway its services. */
function partsDown({ services, status: _, ...parts }: Record<string, unknown>): string[] {
  const states = typeof services === 'object' && services !== null ? services : parts
  return Object.entries(states).flatMap(([name, state]) => (state === 'down' ? [name] : []))
}
