import { parseJson } from '@campstore/core/parse-json'
import { z } from 'zod'
import { requireDocumented, Undocumented } from './documented.ts'

/** What a client received from the gateway or a service. Without any response, status 0 and the code `NO_RESPONSE`. */
export type TimedResponse = {
  status: number
  /** The error code, `NO_ENVELOPE` for a body that is not in the contract's envelope; undefined on success. */
  code: string | undefined
  data: unknown
  /** The whole body, to compare it byte by byte; without a response, the reason. */
  text: string
  /** When the request was sent, in milliseconds since 1970. */
  sentAt: number
  tookMs: number
}

const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string() }) }),
])

/**
 * Sends a request, with a JSON body and a bearer token if they are given. Throws only when the response of a checked path is
 * not as the contract says ({@link requireDocumented}).
 */
export async function sendRequest(
  url: string,
  {
    method,
    token,
    body,
    timeoutMs,
    checkedPath,
  }: { method: string; token?: string | undefined; body?: unknown; timeoutMs?: number; checkedPath?: string },
): Promise<TimedResponse> {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const sentAt = Date.now()
  try {
    const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal })
    const text = await response.text()
    if (checkedPath !== undefined) {
      requireDocumented({ method, path: checkedPath, status: response.status, headers: response.headers, text })
    }
    return { status: response.status, ...parseEnvelope(text), text, sentAt, tookMs: Date.now() - sentAt }
  } catch (error) {
    if (error instanceof Undocumented) throw error
    const text = error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)
    return { status: 0, code: 'NO_RESPONSE', data: undefined, text, sentAt, tookMs: Date.now() - sentAt }
  }
}

function parseEnvelope(text: string): Pick<TimedResponse, 'code' | 'data'> {
  if (text === '') return { code: undefined, data: undefined }
  const parsed = envelope.safeParse(parseJson(text))
  if (!parsed.success) return { code: 'NO_ENVELOPE', data: undefined }
  return parsed.data.success
    ? { code: undefined, data: parsed.data.data }
    : { code: parsed.data.error.code, data: undefined }
}
