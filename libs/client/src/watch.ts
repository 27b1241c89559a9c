import { CampstoreError } from './error.ts'

/** One event of a stream. */
type StreamEvent = { id: string | undefined; data: unknown }

/** Opens a stream after the last event that is known. */
type OpenStream = (lastEventId: string | undefined, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

/** The API sends something every 15 seconds; a stream that is silent for this many milliseconds is lost. */
const longestSilenceMs = 45_000

const longestDelayMs = 30_000
const usualRetryMs = 3_000

/**
 * The data of the events of a stream, for as long as the caller wants: a stream that ends or is lost is opened again after the
 * last event. A caller that leaves the loop, or aborts the signal, closes it.
 *
 * @throws {CampstoreError} when it is refused for good
 * @throws the reason of the signal
 */
export async function* watch(open: OpenStream, signal?: AbortSignal): AsyncGenerator<unknown, void> {
  let lastEventId: string | undefined
  let retryMs = usualRetryMs
  let failures = 0
  for (;;) {
    let askedMs = 0
    const stream = followed(signal)
    try {
      const body = await open(lastEventId, stream.signal)
      for await (const field of fieldsOf(body, stream.signal, stream.heard)) {
        if (field.retryMs !== undefined) retryMs = field.retryMs
        if (!field.event) continue
        failures = 0
        lastEventId = field.event.id ?? lastEventId
        yield field.event.data
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!mayPass(error)) throw error
      failures += 1
      if (error instanceof CampstoreError) askedMs = (error.retryAfter ?? 0) * 1_000
    } finally {
      stream.close()
    }
    signal?.throwIfAborted()
    await delay(askedMs, Math.min(longestDelayMs, retryMs * 2 ** Math.max(0, failures - 1)), signal)
  }
}

/** Whether a failure says nothing against the next attempt: a stream that breaks, no answer, or one that says so. */
const mayPass = (error: unknown): boolean => {
  if (error instanceof CampstoreError) return !error.status || error.status === 429 || error.status >= 500
  return error instanceof Error && (error.name === 'TypeError' || error.name === 'AbortError')
}

/** A signal that is aborted with the caller's, and when nothing has been heard for too long. */
function followed(outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const silence = () => controller.abort()
  let timer = setTimeout(silence, longestSilenceMs)
  const onAbort = () => controller.abort(outer?.reason)
  if (outer?.aborted) onAbort()
  outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(silence, longestSilenceMs)
    },
    close: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}

/** Reads the events of a stream and how long to wait after its end (the part of HTML Standard, 9.2.6, that the API uses). */
async function* fieldsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<{ event?: StreamEvent; retryMs?: number }, void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onChunk()
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield parseBlock(block)
    }
  } finally {
    cancel()
  }
}

function parseBlock(block: string): { event?: StreamEvent; retryMs?: number } {
  const fields = new Map(block.split('\n').map(line => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]))
  const data = fields.get('data')
  const retry = Number(fields.get('retry'))
  return {
    ...(data !== undefined && { event: { id: fields.get('id'), data: JSON.parse(data) } }),
    ...(retry > 0 && { retryMs: retry }),
  }
}

/** Waits, the second part shortened by up to half at random, so that clients do not all reconnect at once. */
function delay(leastMs: number, moreMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      leastMs + moreMs * (0.5 + Math.random() / 2),
    )
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
