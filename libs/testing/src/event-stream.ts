import { onTestFinished } from 'vitest'

/** An event as a client gets it, with its data parsed. */
export type ReceivedEvent = { event: string | undefined; id: string | undefined; data: unknown }

/** Opens a stream of events; it is closed when the test ends. */
export async function openEventStream(
  url: string,
  options: { authorization?: string | undefined; lastEventId?: string | undefined } = {},
) {
  const { authorization, lastEventId } = options
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const headers = { ...(authorization && { authorization }), ...(lastEventId && { 'last-event-id': lastEventId }) }
  const response = await fetch(url, { headers, signal: end.signal })
  let text = ''
  let state: 'open' | 'ended' | 'broken' = 'open'
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  read().then(
    () => {
      state = 'ended'
    },
    () => {
      state = 'broken'
    },
  )
  return {
    status: response.status,
    headers: response.headers,
    /** What has come so far, comments too. */
    text: () => text,
    events: () => text.split('\n\n').slice(0, -1).flatMap(parse),
    state: () => state as 'open' | 'ended' | 'broken',
    close: () => end.abort(),
  }
}

function parse(block: string): ReceivedEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  return data === undefined ? [] : [{ event: field('event'), id: field('id'), data: JSON.parse(data) }]
}
